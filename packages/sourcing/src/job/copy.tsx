import { useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { fromWall } from '@zabuni/i18n/zone'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { copyJob } from './queries.ts'

type Props = {
  found: Schemas['JobDetails']
  onClose: () => void
  onMade: (id: string) => void
}

const CopyForm = ({ found, onClose, onMade }: Props) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const zone = found.timezone
  const form = useProblemForm({
    keep: `job.copy.${found.id}`,
    defaultValues: { code: '', title: found.title, opens_at: '' },
    submit: async (v) => {
      if (!v.opens_at) throw new Refused(['opens_at'])
      const { id } = await copyJob(found.id, {
        code: v.code,
        title: v.title,
        opens_at: fromWall(v.opens_at, zone),
      })
      form.kept.forget()
      toast('ok', t('copyJob.done'))
      void cache.invalidateQueries({ queryKey: keys.sourcing })
      onMade(id)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <InputField required maxLength={60} label={t('jobForm.code')} {...form.field('code')} />
      <InputField required maxLength={200} label={t('jobForm.title')} {...form.field('title')} />
      <Bound form={form} name="opens_at">
        {(control) => (
          <DateTimeField required label={t('copyJob.opensAt', { zone })} {...control} />
        )}
      </Bound>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.back')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('copyJob.action')}
        </Button>
      </div>
    </form>
  )
}

/** Drafts a job once more, with all its categories, their times moved together. */
export const CopyJobDialog = (props: Props) => {
  const { t } = useTranslation('sourcing')
  return (
    <Dialog open onClose={props.onClose} title={t('copyJob.title')} description={t('copyJob.body')}>
      <CopyForm {...props} />
    </Dialog>
  )
}
