import { data } from '@zabuni/api/client'
import { ApiError, faultCode } from '@zabuni/api/error'
import { session } from '@zabuni/api/session'
import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { type FormEvent, useState } from 'react'

type Waiting = { proved: () => void; gaveUp: () => void }

/** Runs an act that may ask for a fresh proof of who acts; who gives up gets the refusal. */
export const useProof = () => {
  const { t, i18n } = useTranslation(['suppliers', 'common'])
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  const byApp = session()?.method === 'app'

  const withProof = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      if (faultCode(error) !== 'step_up_required') throw error
      await new Promise<void>((proved, refused) =>
        setWaiting({ proved, gaveUp: () => refused(error) }),
      )
      return act()
    }
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '')
    setFault(undefined)
    setBusy(true)
    try {
      await data(
        api.POST('/authentication/confirm', {
          body: byApp ? { code: typed } : { password: typed },
        }),
      )
      setWaiting(null)
      waiting?.proved()
    } catch (error) {
      const field = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
      setFault(field ? faultText(field, i18n) : problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setWaiting(null)
    waiting?.gaveUp()
  }
  const dialog = (
    <Dialog
      open={waiting !== null}
      onClose={close}
      title={t('stepUp.title')}
      description={t('stepUp.body')}
    >
      <form noValidate onSubmit={prove} className="grid gap-4">
        <InputField
          required
          type={byApp ? 'text' : 'password'}
          inputMode={byApp ? 'numeric' : 'text'}
          name="proof"
          autoComplete={byApp ? 'one-time-code' : 'current-password'}
          label={byApp ? t('common:form.appCode') : t('stepUp.password')}
          error={fault}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{t('common:actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('stepUp.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
  return { withProof, dialog }
}
