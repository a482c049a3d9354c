import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { planVisit, type VisitedBid } from '../queries.ts'

/** A visit as far as its plan goes. */
export type Planned = Pick<
  VisitedBid,
  'submission_id' | 'supplier_name' | 'due_at' | 'place' | 'people' | 'version'
>

const Form = ({
  visit,
  categoryId,
  zone,
  onClose,
}: {
  visit: Planned
  categoryId: string
  zone: string
  onClose: () => void
}) => {
  const { t } = useTranslation(['evaluation', 'common'])
  const client = useQueryClient()
  const form = useProblemForm({
    defaultValues: {
      at: toWall(visit.due_at, zone),
      place: visit.place ?? '',
      people: visit.people ?? '',
    },
    submit: async ({ at, place, people }) => {
      const moment = fromWall(at, zone)
      await planVisit(visit.submission_id, {
        ...(moment ? { at: moment } : {}),
        place,
        people,
        version: visit.version,
      })
      await client.invalidateQueries({ queryKey: keys.category(categoryId) })
      toast('ok', t('visits.planned'))
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="at">
        {(control) => (
          <DateTimeField
            label={t('visits.when', { zone })}
            hint={t('visits.whenHint')}
            {...control}
          />
        )}
      </Bound>
      <InputField label={t('visits.place')} {...form.field('place')} />
      <TextareaField rows={2} label={t('visits.people')} {...form.field('people')} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('common:actions.save')}
        </Button>
      </div>
    </form>
  )
}

/** When and where a bidder is visited, and by whom. */
export const PlanDialog = ({
  visit,
  ...rest
}: {
  visit: Planned | undefined
  categoryId: string
  zone: string
  onClose: () => void
}) => {
  const { t } = useTranslation('evaluation')
  return (
    <Dialog
      open={Boolean(visit)}
      onClose={rest.onClose}
      title={t('visits.planFor', { name: visit?.supplier_name ?? '' })}
    >
      {visit ? <Form visit={visit} {...rest} /> : null}
    </Dialog>
  )
}
