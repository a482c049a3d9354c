import { data } from '@zabuni/api/client'
import { ApiError, faultCode } from '@zabuni/api/error'
import { session } from '@zabuni/api/session'
import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { type FormEvent, useState } from 'react'

type Act = () => Promise<void>

/** Runs an act that may ask for a fresh proof of who acts: the password, then the act again. */
export const useStepUp = () => {
  const { t, i18n } = useTranslation(['evaluation', 'common'])
  const [waiting, setWaiting] = useState<Act | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [fault, setFault] = useState<string>()
  const byApp = session()?.method === 'app'

  const run = async (act: Act): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      await act()
    } catch (error) {
      if (faultCode(error) === 'step_up_required') setWaiting(() => act)
      else setFailure(problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }

  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setFault(undefined)
    setBusy(true)
    try {
      await data(
        api.POST('/authentication/confirm', { body: byApp ? { code: password } : { password } }),
      )
      const act = waiting
      setWaiting(null)
      if (act) await run(act)
    } catch (error) {
      const field = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
      setFault(field ? faultText(field, i18n) : problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }

  const dialog = (
    <Dialog
      open={waiting !== null}
      onClose={() => setWaiting(null)}
      title={t('stepUp.title')}
      description={t('stepUp.body')}
    >
      <form noValidate onSubmit={prove} className="grid gap-4">
        <InputField
          required
          type={byApp ? 'text' : 'password'}
          inputMode={byApp ? 'numeric' : 'text'}
          name="password"
          autoComplete={byApp ? 'one-time-code' : 'current-password'}
          label={byApp ? t('common:form.appCode') : t('stepUp.password')}
          error={fault}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setWaiting(null)}>{t('common:actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('stepUp.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
  const banner = failure ? <Banner tone="bad">{failure}</Banner> : null
  return { run, busy, dialog, banner }
}
