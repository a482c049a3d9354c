import { data } from '@zabuni/api/client'
import { useTranslation } from '@zabuni/i18n'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { QrCode } from './qr.tsx'
import { type Enrolment, enableApp } from './queries.ts'

const inFours = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

const Form = ({
  enrolment,
  withProof,
  onEnabled,
  onClose,
}: {
  enrolment: Enrolment
  withProof: <T>(act: () => Promise<T>) => Promise<T>
  onEnabled: (codes: string[]) => void
  onClose: () => void
}) => {
  const { t } = useTranslation(['account', 'common'])
  const form = useProblemForm({
    defaultValues: { code: '' },
    submit: async ({ code }) => {
      const body = { code: code.trim() }
      const { codes } = await withProof(() => data(enableApp(body)))
      onEnabled(codes)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <QrCode text={enrolment.address} label={t('factor.qr')} />
      <p className="text-sm text-ink-2">
        {t('factor.key')}
        <code className="mt-1 block rounded-md bg-sunken px-3 py-2 font-mono text-ink select-all">
          {inFours(enrolment.secret)}
        </code>
      </p>
      <ErrorSummary form={form} />
      <InputField
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        label={t('factor.code')}
        {...form.field('code')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('factor.enable')}
        </Button>
      </div>
    </form>
  )
}

/** The key of an authenticator app as a picture and as text, and the first code as proof that the app holds it. */
export const AppSetup = ({
  enrolment,
  ...rest
}: {
  enrolment: Enrolment | null
  withProof: <T>(act: () => Promise<T>) => Promise<T>
  onEnabled: (codes: string[]) => void
  onClose: () => void
}) => {
  const { t } = useTranslation('account')
  return (
    <Dialog
      open={enrolment !== null}
      onClose={rest.onClose}
      title={t('factor.setupTitle')}
      description={t('factor.setupBody')}
    >
      {enrolment ? <Form enrolment={enrolment} {...rest} /> : null}
    </Dialog>
  )
}
