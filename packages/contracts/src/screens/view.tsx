import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment, formatMoney } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { mayI } from '@zabuni/routing/may'
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
import { day, StatusBadge, usePart } from '../parts.tsx'
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

const Actions = ({ c, onFailure }: { c: Contract; onFailure: (text: string) => void }) => {
  const { t, i18n } = useTranslation('contracts')
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const done = async () => {
    await cache.invalidateQueries({ queryKey: keys.contracts })
    toast('ok', t('view.done'))
  }
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    onFailure('')
    try {
      await act()
      await done()
    } catch (error) {
      onFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  if (c.status === 'draft' && mayI('MANAGE_CONTRACT'))
    return (
      <>
        <LinkButton to={`/contract-management/edit/${c.id}/update`}>{t('view.edit')}</LinkButton>
        <Button look="primary" busy={busy} onClick={() => void run(() => steps.submit(c.id))}>
          {t('view.submit')}
        </Button>
      </>
    )
  if (c.status === 'internal_review' && mayI('APPROVE_CONTRACT'))
    return (
      <>
        <Refuse id={c.id} onDone={done} />
        <Button look="primary" busy={busy} onClick={() => void run(() => steps.approve(c.id))}>
          {t('view.approve')}
        </Button>
      </>
    )
  return null
}

/** A contract with where it came from and what it waits for. */
export default function View() {
  const { t, i18n } = useTranslation('contracts')
  const { part, ids, href } = usePart()
  const [failure, setFailure] = useState('')
  const query = useQuery(contract(ids.contractId))
  return (
    <Load query={query} title={t('view.title')}>
      {(c) => (
        <Page
          title={c.title}
          crumbs={[{ label: t(`list.${part}`), to: href('contracts') }]}
          status={<StatusBadge status={c.status} />}
          subtitle={c.number}
          actions={<Actions c={c} onFailure={setFailure} />}
        >
          <div className="grid gap-4">
            {failure ? <Banner tone="bad">{failure}</Banner> : null}
            {c.standstill_runs ? (
              <Banner tone="warn">
                {t('view.standstill', {
                  at: formatMoment(c.no_signature_before, c.timezone),
                })}
              </Banner>
            ) : null}
            <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
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
                  ]}
                />
              </Card>
              <Card title={t('view.parties')}>
                <Facts
                  items={[
                    { label: t('view.buyer'), value: c.buyer_name },
                    { label: t('columns.supplier'), value: c.supplier_name },
                    ...(c.category_name
                      ? [
                          { label: t('view.job'), value: c.job_title },
                          {
                            label: t('view.category'),
                            value: `${c.category_name} (${c.category_reference})`,
                          },
                        ]
                      : []),
                    ...(c.awarded_at
                      ? [
                          {
                            label: t('view.awarded'),
                            value: formatMoment(c.awarded_at, c.timezone),
                          },
                        ]
                      : []),
                  ]}
                />
              </Card>
            </div>
          </div>
        </Page>
      )}
    </Load>
  )
}
