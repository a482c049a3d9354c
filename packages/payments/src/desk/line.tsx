import { useQuery } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDate, formatMoment, formatMoney } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Card, Facts } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { Money } from '../parts.tsx'
import { Decide } from './decide.tsx'
import { LineState, reconcilePath } from './parts.tsx'
import { type LineStory, lineQuery, type Resolution } from './queries.ts'

/** One movement that a bank told: what it says, which orders it may be of, and what people do about it. */
export const LineScreen = ({ code }: { code: string }) => {
  const { t } = useTranslation('payments')
  const query = useQuery(lineQuery(code))
  return (
    <Load query={query} title={t('desk.line.title')}>
      {(line) => (
        <Page
          title={line.code}
          subtitle={t('desk.line.note')}
          status={<LineState status={line.status} />}
          crumbs={[
            { label: t('desk.queues.title'), to: '/zabuni/payment_reconciliation?queue=lines' },
          ]}
        >
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Said line={line} />
            <div className="grid gap-4">
              {line.status === 'open' ? <Candidates line={line} /> : null}
              <Decided line={line} />
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}

const Said = ({ line }: { line: LineStory }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('desk.line.said')}>
      <Facts
        items={[
          {
            label: t('list.amount'),
            value: (
              <strong className="text-xl font-semibold">
                <Money amount={line.amount} />
              </strong>
            ),
          },
          { label: t('desk.line.day'), value: formatDate(line.day) },
          { label: t('desk.line.narration'), value: line.narration || '–' },
          { label: t('desk.line.payer'), value: line.payer || '–' },
          { label: t('desk.line.reference'), value: line.reference || '–' },
          { label: t('desk.statements.file'), value: line.file_name },
          { label: t('desk.line.imported'), value: formatMoment(line.created_at, ownZone()) },
          ...(line.reversal
            ? [{ label: t('desk.line.kind'), value: <Badge>{t('desk.line.reversal')}</Badge> }]
            : []),
          ...(line.number
            ? [
                {
                  label: t('list.number'),
                  value: (
                    <TextLink to={reconcilePath(line.number)}>
                      {[line.number, line.supplier_name].filter(Boolean).join(' · ')}
                    </TextLink>
                  ),
                },
              ]
            : []),
          { label: t('desk.line.held'), value: <Money amount={line.held} /> },
        ]}
      />
    </Card>
  )
}

const Candidates = ({ line }: { line: LineStory }) => {
  const { t } = useTranslation('payments')
  return (
    <Card title={t('desk.line.candidates')}>
      {line.candidates.length ? (
        <ul className="grid gap-3 text-sm">
          {line.candidates.map((c) => (
            <li key={c.number} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
              <TextLink to={reconcilePath(c.number)}>{c.number}</TextLink>
              <Money amount={c.amount} />
              <span className="min-w-0 break-words text-ink-2">
                {c.supplier_name} · {t(`order.${c.status === 'pending' ? 'processing' : c.status}`)}
              </span>
              <Badge tone={c.named ? 'ok' : 'info'}>
                {t(c.named ? 'desk.line.named' : 'desk.line.alike')}
              </Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('desk.line.noCandidates')}</p>
      )}
    </Card>
  )
}

const acts: Readonly<Record<LineStory['status'], readonly Resolution['act'][]>> = {
  new: [],
  open: ['dismiss', 'allocate'],
  review: ['undo'],
  matched: ['undo'],
  explained: ['undo'],
  dismissed: ['undo'],
  out: [],
}

const Decided = ({ line }: { line: LineStory }) => {
  const { t, i18n } = useTranslation('payments')
  // Money that went out pays nothing.
  const can = line.amount.value.startsWith('-') ? ['dismiss' as const] : acts.open
  return (
    <Decide
      of={acts[line.status].length ? { kind: 'line', id: line.id } : undefined}
      acts={line.status === 'open' ? can : acts[line.status]}
      alone={line.alone}
      open={line.resolutions.find((r) => r.approved === undefined)}
      resolutions={line.resolutions}
      suggested={line.candidates[0]?.number ?? line.hint}
      means={(act, target) =>
        t(`desk.line.means.${act === 'allocate' || act === 'dismiss' ? act : 'undo'}`, {
          code: line.code,
          amount: formatMoney(line.amount.value, line.amount.currency, i18n.language),
          number: line.number || '–',
          target: target || t('desk.line.anOrder'),
        })
      }
    >
      {line.resolutions.length ? null : (
        <p className="text-ink-2">{t(`desk.line.about.${line.status}`)}</p>
      )}
    </Decide>
  )
}
