import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { useAct } from '@zabuni/ui/act'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Dialog } from '@zabuni/ui/dialog'
import { TextareaField } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { EndActions } from '../force/ends.tsx'
import { Agreed, ContractVersions, Parties } from '../making/agreed.tsx'
import { submit } from '../making/queries.ts'
import { day, StatusBadge, useContracts, usePart } from '../parts.tsx'
import { type Contract, contract, steps } from '../queries.ts'

const Refuse = ({ id, onDone }: { id: string; onDone: () => Promise<void> }) => {
  const { t } = useTranslation(['contracts', 'common'])
  const [open, setOpen] = useState(false)
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: async ({ reason }) => {
      await steps.refuse(id, reason)
      setOpen(false)
      await onDone()
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('view.refuse')}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('view.refuse')}
        description={t('view.refuseBody')}
      >
        <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
          {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
          <TextareaField
            required
            label={t('view.reason')}
            maxLength={1000}
            {...form.field('reason')}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t('common:actions.cancel')}</Button>
            <Button type="submit" look="primary" busy={form.busy}>
              {t('view.refuse')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

const Actions = ({ c, act }: { c: Contract; act: ReturnType<typeof useAct> }) => {
  const { t } = useTranslation('contracts')
  const { desk, update } = useContracts()
  const cache = useQueryClient()
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.contracts })
    toast('ok', t('view.done'))
  }
  const run = (work: () => Promise<unknown>) =>
    void act.run(async () => {
      await work()
      await done()
    })
  if (c.status === 'draft' && mayI('MANAGE_CONTRACT'))
    return (
      <>
        <LinkButton to={update(c.id)}>{t('view.edit')}</LinkButton>
        {desk === 'operator' ? null : (
          <Button look="primary" busy={act.busy} onClick={() => run(() => submit(desk, c.id))}>
            {t('view.submit')}
          </Button>
        )}
      </>
    )
  if (c.status === 'active' && desk !== 'operator' && mayI('MANAGE_CONTRACT'))
    return <EndActions of={c} />
  if (c.status === 'internal_review' && desk === 'contracts' && mayI('APPROVE_CONTRACT'))
    return (
      <>
        <Refuse id={c.id} onDone={done} />
        <Button look="primary" busy={act.busy} onClick={() => run(() => steps.approve(c.id))}>
          {t('view.approve')}
        </Button>
      </>
    )
  return null
}

const Terms = ({ c }: { c: Contract }) => {
  const { t, i18n } = useTranslation('contracts')
  return (
    <Card title={t('view.terms')}>
      <Facts
        items={[
          { label: t('columns.number'), value: c.number },
          {
            label: t('columns.value'),
            value: formatMoney(c.value, c.currency, i18n.language),
          },
          { label: t('form.date'), value: day(c.contract_date) },
          { label: t('columns.starts'), value: day(c.starts_on) },
          { label: t('columns.ends'), value: day(c.ends_on) },
          { label: t('form.description'), value: c.description || '–' },
          { label: t('library.language'), value: LANGUAGES[c.language] },
          { label: t('making.category'), value: c.contract_category_name || '–' },
          { label: t('making.origin'), value: t(`origins.${c.origin}`) },
        ]}
      />
    </Card>
  )
}

const Origin = ({ c }: { c: Contract }) => {
  const { t } = useTranslation('contracts')
  if (!c.category_name) return null
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Facts
        items={[
          { label: t('view.job'), value: c.job_title },
          { label: t('view.category'), value: `${c.category_name} (${c.category_reference})` },
          ...(c.awarded_at
            ? [{ label: t('view.awarded'), value: formatMoment(c.awarded_at, c.timezone) }]
            : []),
        ]}
      />
    </div>
  )
}

/** A contract: what it says, where it came from and what it waits for. */
export default function View() {
  const { t } = useTranslation('contracts')
  const { part, ids, href } = usePart()
  const { list } = useContracts()
  const act = useAct()
  const query = useQuery(contract(ids.contractId))
  return (
    <Load query={query} title={t('view.title')}>
      {(c) => (
        <Page
          title={c.title}
          crumbs={[
            {
              label: t(`list.${part}`),
              to: href('contracts') ?? list(c.buyer.company_id),
            },
          ]}
          status={<StatusBadge status={c.status} />}
          subtitle={c.number}
          actions={<Actions c={c} act={act} />}
        >
          <div className="grid gap-4">
            {act.banner}
            {c.standstill_runs ? (
              <Banner tone="warn">
                {t('view.standstill', {
                  at: formatMoment(c.no_signature_before, c.timezone),
                })}
              </Banner>
            ) : null}
            <div className="grid gap-4 lg:grid-cols-[1fr_360px] lg:items-start">
              <div className="grid min-w-0 gap-4">
                <Agreed of={c} />
              </div>
              <div className="grid gap-4">
                <Terms c={c} />
                <Card title={t('view.parties')}>
                  <Parties of={c} />
                  <Origin c={c} />
                </Card>
                <ContractVersions of={c} />
              </div>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
