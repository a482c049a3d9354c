import { ApiError, faultCode } from '@zabuni/api/error'
import { session } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { type FormEvent, Suspense, useState } from 'react'
import { confirmPassword } from './queries.ts'

type Waiting = { proved: () => void; gaveUp: () => void }

const ProofDialog = ({ waiting, onEnd }: { waiting: Waiting | null; onEnd: () => void }) => {
  const { t, i18n } = useTranslation(['proof', 'common', 'console'])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const byApp = session()?.method === 'app'
  const end = (how: keyof Waiting) => {
    waiting?.[how]()
    setFault(undefined)
    onEnd()
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog stands in a portal, but React hands its events to the form around it.
    event.stopPropagation()
    const typed = String(new FormData(event.currentTarget).get('proof') ?? '')
    setFault(undefined)
    setBusy(true)
    try {
      await confirmPassword(byApp ? { code: typed } : { password: typed })
      end('proved')
    } catch (error) {
      const field = error instanceof ApiError ? error.problem?.errors?.[0] : undefined
      setFault(field ? faultText(field, i18n) : problemText(error, i18n))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={waiting !== null}
      onClose={() => end('gaveUp')}
      title={t('title')}
      description={t('body')}
    >
      <form noValidate onSubmit={prove} className="grid gap-4">
        <InputField
          required
          type={byApp ? 'text' : 'password'}
          inputMode={byApp ? 'numeric' : 'text'}
          name="proof"
          autoComplete={byApp ? 'one-time-code' : 'current-password'}
          label={byApp ? t('console:form.appCode') : t('password')}
          error={fault}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => end('gaveUp')}>{t('common:actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('go')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * Some acts want a fresh proof of who acts. `withProof` asks for the app's code or the password when the server
 * does, then acts again; who gives up gets the server's refusal. `proofDialog` has to stand somewhere on the screen.
 */
export const useProof = () => {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
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
  const proofDialog = (
    // Its words arrive beside the screen, which does not wait for them.
    <Suspense fallback={null}>
      <ProofDialog waiting={waiting} onEnd={() => setWaiting(null)} />
    </Suspense>
  )
  return { withProof, proofDialog }
}
