import { useTranslation } from '@zabuni/i18n'
import { fromWall, toWall } from '@zabuni/i18n/zone'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { Dialog } from '@zabuni/ui/dialog'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'

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
      <Bound form={form} name="closes_at">
        {(control) => (
          <DateTimeField required label={t('extend.closesAt', { zone })} {...control} />
        )}
      </Bound>
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
