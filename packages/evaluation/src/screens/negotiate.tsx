import { useQuery, useQueryClient } from '@tanstack/react-query'
import { drawnOf } from '@zabuni/activities/drawn'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { fromWall } from '@zabuni/i18n/zone'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { DateTimeField } from '@zabuni/ui/date-time'
import { EmptyState } from '@zabuni/ui/empty'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { listError, useProblemForm } from '@zabuni/ui/problem-form'
import { HandshakeIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadWork } from '../frame.tsx'
import { createRound, type Desk, desk, type OpenedBid, rounds } from '../queries.ts'
import { mayNegotiate } from '../rounds.tsx'

type Values = { submission_ids: string[]; closes_at: string; best_and_final: boolean }

/** Who may be asked: a bid has a place, or a price where places are of items. */
const askable = (d: Desk): OpenedBid[] =>
  d.bids
    .filter((b) => b.outcome === 'pass' && b.price)
    .sort((a, b) => (a.rank ?? 1e6) - (b.rank ?? 1e6) || a.position - b.position)

const Form = ({ d }: { d: Desk }) => {
  const { t, i18n } = useTranslation(['evaluation', 'common'])
  const { href } = useHere()
  const cache = useQueryClient()
  const [asking, setAsking] = useState<{ values: Values; answer: (yes: boolean) => void }>()
  const bids = askable(d)
  const back = href('ranking', { categoryId: d.category_id })
  const form = useProblemForm<Values>({
    defaultValues: { submission_ids: [], closes_at: '', best_and_final: false },
    keep: `negotiate:${d.category_id}`,
    submit: async (values) => {
      const closes_at = fromWall(values.closes_at, d.timezone)
      // What the server refuses for certain is not asked about first.
      if (closes_at && values.submission_ids.length) {
        const asked = { ...values, closes_at }
        const yes = await new Promise<boolean>((answer) => setAsking({ values: asked, answer }))
        setAsking(undefined)
        if (!yes) return
      }
      const { id } = await createRound(d.category_id, { ...values, closes_at })
      void cache.invalidateQueries({ queryKey: keys.sourcing })
      const { length: count } = values.submission_ids
      leave(
        href('categoryDetails', { jobId: d.job_id, categoryId: id }),
        t('negotiate.done', { count }),
      )
    },
  })
  const { guard, leave } = useKept(form)
  const unchosen = listError(form, 'submission_ids')
  const asked = bids.filter((b) => asking?.values.submission_ids.includes(b.submission_id))
  return (
    <FormFrame form={form} back={back} guard={guard} action={t('negotiate.action')}>
      <FormPart title={t('negotiate.whom')} body={t('negotiate.whomBody')}>
        <fieldset className="grid gap-1" aria-describedby={unchosen ? 'unchosen' : undefined}>
          <legend className="sr-only">{t('negotiate.whom')}</legend>
          {bids.map((b) => (
            <Checkbox
              key={b.submission_id}
              value={b.submission_id}
              label={
                <span className="flex flex-wrap gap-x-3">
                  <span className="font-medium">
                    {drawnOf(d.policy).byLine || !b.rank ? null : `${b.rank}. `}
                    {b.supplier_name}
                  </span>
                  <span className="tabular text-ink-2">
                    {formatMoney(b.price ?? '0', b.currency ?? d.currency, i18n.language)}
                  </span>
                </span>
              }
              {...form.register('submission_ids')}
            />
          ))}
        </fieldset>
        {unchosen ? (
          <p id="unchosen" className="text-sm text-bad">
            {unchosen}
          </p>
        ) : null}
      </FormPart>
      <FormPart title={t('negotiate.terms')} body={t('negotiate.termsBody')}>
        <Bound form={form} name="closes_at">
          {(control) => (
            <DateTimeField
              required
              label={t('negotiate.closesAt', { zone: d.timezone })}
              {...control}
            />
          )}
        </Bound>
        <Checkbox
          label={t('negotiate.final')}
          hint={t('negotiate.finalHint')}
          {...form.register('best_and_final')}
        />
      </FormPart>
      <AskDialog
        open={!!asking}
        onClose={() => asking?.answer(false)}
        title={t('negotiate.ask', { count: asked.length })}
        description={
          <span className="grid gap-2">
            <span>{asked.map((b) => b.supplier_name).join(', ')}</span>
            <span>
              {asking
                ? t('negotiate.askBody', {
                    at: formatMoment(asking.values.closes_at, d.timezone),
                  })
                : null}
            </span>
          </span>
        }
        action={t('negotiate.action')}
        send={() => asking?.answer(true)}
      />
    </FormFrame>
  )
}

/** Begins a round of negotiation with chosen bidders of a ranked category. */
export default function Negotiate() {
  const { t } = useTranslation('evaluation')
  const { ids, href } = useHere()
  const categoryId = ids.parentId
  const query = useQuery(desk(categoryId))
  const had = useQuery(rounds(categoryId))
  const title = t('negotiate.title')
  return (
    <LoadWork query={query} title={title}>
      {(d) => (
        <Load as="form" query={had} title={title}>
          {(before) => (
            <Page
              width="form"
              title={title}
              subtitle={d.reference}
              crumbs={[{ label: d.name, to: href('ranking', { categoryId }) }]}
            >
              {!mayNegotiate(d, before) ? (
                <Banner tone="warn">{t('negotiate.notNow')}</Banner>
              ) : askable(d).length ? (
                <Form d={d} />
              ) : (
                <EmptyState
                  icon={<HandshakeIcon size={18} />}
                  title={t('negotiate.nobody')}
                  action={
                    <LinkButton to={href('ranking', { categoryId })}>
                      {t('tabs.ranking')}
                    </LinkButton>
                  }
                />
              )}
            </Page>
          )}
        </Load>
      )}
    </LoadWork>
  )
}
