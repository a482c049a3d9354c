import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { fromWall, toWall } from './zone.ts'

type ExtendProps = {
  open: boolean
  onClose: () => void
  closesAt: string
  zone: string
  send: (closesAt: string, reason: string) => Promise<void>
}

const ExtendForm = ({ onClose, closesAt, zone, send }: ExtendProps) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const form = useProblemForm({
    defaultValues: { closes_at: toWall(closesAt, zone), reason: '' },
    submit: (v) => send(fromWall(v.closes_at, zone), v.reason),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <DateTimeField
        required
        name="closes_at"
        label={t('extend.closesAt', { zone })}
        value={form.watch('closes_at')}
        onChange={(value) => form.setValue('closes_at', value, { shouldDirty: true })}
        error={form.field('closes_at').error}
      />
      <TextareaField
        required
        rows={3}
        label={t('common:form.reason')}
        hint={t('extend.reasonHint')}
        {...form.field('reason')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.back')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('extend.action')}
        </Button>
      </div>
    </form>
  )
}

/** Moves a closing to a later time, for everybody. */
export const ExtendDialog = (props: ExtendProps) => {
  const { t } = useTranslation('sourcing')
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('extend.title')}
      description={t('extend.body')}
    >
      <ExtendForm {...props} />
    </Dialog>
  )
}
