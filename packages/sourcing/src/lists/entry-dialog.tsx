import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { type ListEntry, setEntry } from '../queries.ts'

/** What is done with an entry. */
export type EntryAct = 'suspend' | 'remove' | 'restore' | 'validity'

const STATUS = {
  suspend: 'suspended',
  remove: 'removed',
  restore: 'active',
  validity: undefined,
} as const

type Props = {
  listId: string
  zone: string
  entry: ListEntry
  act: EntryAct
  onClose: () => void
}

const EntryForm = ({ listId, zone, entry, act, onClose }: Props) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const off = act === 'suspend' || act === 'remove'
  // Who is put off keeps its time, which the server knows; who comes back after it is asked for another.
  const kept = entry.expired ? undefined : entry.until
  const form = useProblemForm({
    defaultValues: { until: toWall(kept, zone), reason: '' },
    submit: async ({ until, reason }) => {
      const end = off ? undefined : fromWall(until, zone)
      await setEntry(listId, entry.supplier_id, {
        status: STATUS[act] ?? entry.status,
        ...(end ? { until: end } : {}),
        reason: act === 'validity' && entry.status !== 'active' ? entry.reason : reason,
      })
      await cache.invalidateQueries({ queryKey: keys.sourcing })
      toast('ok', t(`lists.${act}.done`, { name: entry.name }))
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {off ? null : (
        <Bound form={form} name="until">
          {(control) => (
            <DateTimeField
              label={t('lists.until', { zone })}
              hint={t('lists.untilHint')}
              {...control}
            />
          )}
        </Bound>
      )}
      {act === 'validity' ? null : (
        <TextareaField
          required={off}
          rows={3}
          maxLength={1000}
          label={t('common:form.reason')}
          hint={t('lists.reasonHint')}
          {...form.field('reason')}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look={act === 'remove' ? 'danger' : 'primary'} busy={form.busy}>
          {t(`lists.${act}.act`)}
        </Button>
      </div>
    </form>
  )
}

/** Puts a supplier off a list for a time or for good, back on it, or says until when it stands there. */
export const EntryDialog = (props: Props) => {
  const { t } = useTranslation('sourcing')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t(`lists.${props.act}.title`, { name: props.entry.name })}
      description={t(`lists.${props.act}.body`)}
    >
      <EntryForm {...props} />
    </Dialog>
  )
}
