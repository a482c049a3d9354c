import { ApiError, faultCode } from '@zabuni/api/error'
import { session } from '@zabuni/api/session'
import { api } from '@zabuni/api/shared'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { type FormEvent, useState } from 'react'

type Waiting = { proved: () => void; left: () => void }

/** Acts on the account itself want a fresh proof: `withProof` asks for the app's code or the password when the server does, then acts again. */
export const useProof = () => {
  const { t, i18n } = useTranslation(['account', 'common'])
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const byApp = session()?.method === 'app'

  const withProof = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      if (faultCode(error) !== 'step_up_required') throw error
      await new Promise<void>((proved, left) => setWaiting({ proved, left: () => left(error) }))
      return act()
    }
  }
  const leave = () => {
    waiting?.left()
    setWaiting(null)
    setFault(undefined)
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog stands in a portal, but React hands its events to the form around it.
    event.stopPropagation()
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '')
    setFault(undefined)
    setBusy(true)
    try {
      await api.POST('/authentication/confirm', {
        body: byApp ? { code: typed } : { password: typed },
      })
      waiting?.proved()
      setWaiting(null)
    } catch (error) {
      const field = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
      setFault(field ? faultText(field, i18n) : problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  const proofDialog = (
    <Dialog
      open={waiting !== null}
      onClose={leave}
      title={t('proof.title')}
      description={t('proof.body')}
    >
      <form noValidate onSubmit={prove} className="grid gap-4">
        <InputField
          required
          type={byApp ? 'text' : 'password'}
          inputMode={byApp ? 'numeric' : 'text'}
          name="proof"
          autoComplete={byApp ? 'one-time-code' : 'current-password'}
          label={byApp ? t('common:form.appCode') : t('proof.password')}
          error={fault}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{t('common:actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('proof.go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
  return { withProof, proofDialog }
}
