import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { ownZone } from '@zabuni/api/session'
import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { toast } from '@zabuni/ui/toast'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { RedlineView, RedlineWord } from '../agree/redline.tsx'
import { Sayings } from '../agree/say.tsx'
import { AmendmentList } from '../force/amend.tsx'
import { Due } from '../force/due.tsx'
import { amendments } from '../force/queries.ts'
import { Papers } from '../library/parts.tsx'
import { Parties } from '../making/agreed.tsx'
import { Pack } from '../making/pack.tsx'
import { day, StatusBadge } from '../parts.tsx'
import { RichView } from '../rich/view.tsx'
import { SigningPart } from '../signing/part.tsx'
import {
  comment,
  file,
  open,
  packed,
  paper,
  redlined,
  type Supplied,
  suppliedContract,
  withdraw,
} from './queries.ts'

const Text = ({ c }: { c: Supplied }) => {
  const { t } = useTranslation('contracts')
  const came = c.file
  return (
    <>
      {came ? (
        <Card
          title={t('making.file')}
          actions={
            <ActButton
              size="sm"
              icon={<DownloadIcon size={15} />}
              act={async () => saveFile(await file(c.id), came.name)}
            >
              {t('making.download')}
            </ActButton>
          }
        >
          <p className="text-sm break-all">{came.name}</p>
        </Card>
      ) : null}
      {c.reads ? (
        <Card
          title={t('library.text')}
          actions={<Papers name={c.number} fetch={(as) => paper(c.id, as)} />}
        >
          <RichView text={c.reads} lang={c.language} />
        </Card>
      ) : came ? null : (
        <Card title={t('library.text')}>
          <p className="text-sm text-ink-2">{t('making.noText')}</p>
        </Card>
      )}
    </>
  )
}

/** What amends it, or what it amends, once the buyer has sent something of that kind. */
const Amended = ({ c }: { c: Supplied }) => {
  const { t } = useTranslation('inforce')
  const { href } = useHere()
  const { data: all } = useQuery(amendments(c.id))
  const one = (contractId: string) => href('contract', { contractId })
  if (!all || !(all.of || all.items.length)) return null
  return (
    <Card title={t('amend.list')}>
      {all.of ? (
        <p className="text-sm">
          {t('amend.of')}{' '}
          <TextLink
            to={one(all.of.id)}
            link="underline hover:text-brand"
          >{`${all.of.number} · ${all.of.title}`}</TextLink>
        </p>
      ) : (
        <AmendmentList all={all} to={one} />
      )}
    </Card>
  )
}

/** Takes the proposal back that waits for the buyer; it asks first. */
const Withdraw = ({ c, version }: { c: Supplied; version: number }) => {
  const { t } = useTranslation('contracts')
  const cache = useQueryClient()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setAsks(true)}>
        {t('supplied.withdraw')}
      </Button>
      <AskDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('supplied.withdraw')}
        description={t('supplied.withdrawBody')}
        action={t('supplied.withdraw')}
        send={async () => {
          await withdraw(c.id, version)
          setAsks(false)
          await cache.invalidateQueries({ queryKey: keys.contracts })
          toast('ok', t('view.done'))
        }}
      />
    </>
  )
}

/** What the own company proposed last, and what became of it. */
const Proposed = ({ c }: { c: Supplied }) => {
  const { t } = useTranslation('contracts')
  const [latest] = c.proposals
  if (!latest || !c.redline) return null
  return (
    <Card
      title={t('talk.proposal', { version: latest.version, base: latest.base })}
      actions={
        latest.open && c.status === 'negotiating' && mayI('MANAGE_CONTRACT') ? (
          <Withdraw c={c} version={latest.version} />
        ) : null
      }
    >
      <div className="grid gap-3">
        <p className="text-xs text-ink-3">
          {t('library.writtenBy', { name: latest.by, at: formatMoment(latest.at, ownZone()) })}
        </p>
        {latest.withdrawn ? (
          <Banner tone="info">
            {t('talk.withdrawn', { at: formatMoment(latest.decided_at ?? latest.at, ownZone()) })}
          </Banner>
        ) : latest.decided_at ? (
          <Banner tone="info">
            {t('talk.decided', {
              accepted: latest.accepted,
              rejected: latest.rejected,
              at: formatMoment(latest.decided_at, ownZone()),
              reason: latest.reason,
            })}
          </Banner>
        ) : (
          <Banner tone="info">{t('supplied.waits')}</Banner>
        )}
        {latest.note ? (
          <p className="text-sm wrap-anywhere whitespace-pre-wrap">{latest.note}</p>
        ) : null}
        <RedlineView redline={c.redline} lang={c.language} />
        <RedlineWord name={c.number} fetch={() => redlined(c.id)} />
      </div>
    </Card>
  )
}

const Terms = ({ c }: { c: Supplied }) => {
  const { t, i18n } = useTranslation('contracts')
  return (
    <Card title={t('view.terms')}>
      <Facts
        items={[
          { label: t('columns.number'), value: c.number },
          { label: t('columns.value'), value: formatMoney(c.value, c.currency, i18n.language) },
          { label: t('form.date'), value: day(c.contract_date) },
          { label: t('columns.starts'), value: day(c.starts_on) },
          { label: t('columns.ends'), value: day(c.ends_on) },
          { label: t('form.description'), value: c.description || '–' },
          { label: t('library.language'), value: LANGUAGES[c.language] },
          { label: t('supplied.sent'), value: formatMoment(c.sent_at, ownZone()) },
          { label: t('supplied.sum'), value: <span className="break-all">{c.sum}</span> },
        ]}
      />
    </Card>
  )
}

/** In force or over: what is due under it is agreed on. */
const FORCE: ReadonlySet<Supplied['status']> = new Set([
  'active',
  'expired',
  'terminated',
  'completed',
  'archived',
])
const TALKS = ['sent', 'negotiating', 'signing', 'active']

/** A contract that was sent to the company: what it says, and what both sides say of it. */
export default function SuppliedView() {
  const { t } = useTranslation('contracts')
  const { ids, href } = useHere()
  const cache = useQueryClient()
  const query = useQuery(suppliedContract(ids.contractId))
  const may = mayI('MANAGE_CONTRACT')
  const side: Record<string, string> = { buyer: t('view.buyer'), counterparty: t('supplied.we') }
  return (
    <Load query={query} title={t('view.title')}>
      {(c) => (
        <Page
          title={c.title}
          crumbs={[{ label: t('list.edit'), to: href('contracts') }]}
          status={<StatusBadge status={c.status} />}
          subtitle={c.number}
          actions={
            may && open(c) ? (
              <LinkButton to={href('contractUpdate', { contractId: c.id })}>
                {t('supplied.propose')}
              </LinkButton>
            ) : null
          }
        >
          <div className="grid gap-4">
            {c.redrafted ? <Banner tone="info">{t('supplied.redrafted')}</Banner> : null}
            {c.ended ? (
              <Banner tone="info">
                {t('supplied.over', { day: day(c.ended.on) })}
                {c.ended.reason ? <span className="wrap-anywhere"> {c.ended.reason}</span> : null}
              </Banner>
            ) : null}
            {c.award_frozen ? <Banner tone="warn">{t('view.frozen')}</Banner> : null}
            {c.standstill_runs ? (
              <Banner tone="warn">
                {t('view.standstill', { at: formatMoment(c.no_signature_before, c.timezone) })}
              </Banner>
            ) : null}
            <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
              <div className="grid min-w-0 gap-4">
                {c.redrafted ? null : <SigningPart id={c.id} />}
                {FORCE.has(c.status) ? (
                  <Due
                    of={{
                      id: c.id,
                      status: c.status,
                      timezone: c.timezone,
                      buyer: c.buyer.name,
                      counterparty: c.counterparty.name,
                    }}
                  />
                ) : null}
                {c.redrafted ? null : <Amended c={c} />}
                <Proposed c={c} />
                <Text c={c} />
                <Pack papers={c.pack} fetch={(position) => packed(c.id, position)} />
                <Sayings
                  title={t('talk.comments')}
                  note={t('talk.commentsNote')}
                  items={c.comments.map((s) => ({ ...s, side: side[s.side] ?? '' }))}
                  form={
                    may && !c.redrafted && TALKS.includes(c.status)
                      ? {
                          keep: `contract.comment.${c.id}`,
                          label: t('talk.comment'),
                          action: t('talk.say'),
                          send: async (body, key) => {
                            await comment(c.id, body, key)
                            await cache.invalidateQueries({ queryKey: keys.contracts })
                            toast('ok', t('view.done'))
                          },
                        }
                      : null
                  }
                />
              </div>
              <div className="grid gap-4">
                <Terms c={c} />
                <Card title={t('supplied.parties')}>
                  <Parties of={c} />
                </Card>
              </div>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
