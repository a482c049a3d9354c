import { useQuery, useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { loadSession } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { useProof } from '@zabuni/routing/ui/proof'
import { AskDialog } from '@zabuni/ui/ask'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { AppSetup } from './app-setup.tsx'
import {
  beginApp,
  devices,
  disableFactor,
  type Enrolment,
  enableMail,
  factor,
  newRecoveryCodes,
} from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Two-factor sign-in: enabled or disabled, by what, and the recovery codes. */
export const FactorCard = () => {
  const { t, i18n } = useTranslation('account')
  const cache = useQueryClient()
  const query = useQuery(factor)
  const { withProof, proofDialog } = useProof()
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState('')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asking, setAsking] = useState(false)

  const changed = async () => {
    await loadSession()
    void cache.invalidateQueries({ queryKey: factor.queryKey })
    void cache.invalidateQueries({ queryKey: devices.queryKey })
  }
  const run = async (name: string, act: () => Promise<void>) => {
    setBusy(name)
    setFailure('')
    try {
      await act()
    } catch (error) {
      setFailure(problemText(error, i18n))
    } finally {
      setBusy('')
    }
  }
  const startApp = () =>
    run('app', async () => setEnrolment(await withProof(() => data(beginApp()))))
  const startMail = () =>
    run('mail', async () => {
      const answer = await withProof(() => data(enableMail()))
      setCodes(answer.codes)
      toast('ok', t('factor.enabled'))
      await changed()
    })
  const renew = () =>
    run('renew', async () => {
      const answer = await withProof(() => data(newRecoveryCodes()))
      setCodes(answer.codes)
      await changed()
    })
  const disable = async () => {
    await withProof(() => disableFactor())
    setAsking(false)
    toast('ok', t('factor.disabled'))
    await changed()
  }
  const method = query.data?.method
  const on = method === 'app' || method === 'mail'
  return (
    <Card
      title={t('profile.twoFactor')}
      actions={
        method ? (
          <Badge tone={on ? 'ok' : 'neutral'}>
            {on ? t('profile.enabled') : t('profile.disabled')}
          </Badge>
        ) : null
      }
    >
      {query.isError ? <Banner tone="bad">{problemText(query.error, i18n)}</Banner> : null}
      {query.isPending ? <div className="skeleton h-16" /> : null}
      {method ? (
        <div className="grid gap-3">
          {failure ? <Banner tone="bad">{failure}</Banner> : null}
          <p className="text-sm text-ink-2">
            {t(
              method === 'app'
                ? 'factor.byApp'
                : method === 'mail'
                  ? 'factor.byMail'
                  : 'factor.off',
            )}{' '}
            {on ? t('factor.left', { count: query.data?.recovery_left ?? 0 }) : null}
          </p>
          <div className="flex flex-wrap gap-2">
            {method === 'app' ? null : (
              <Button
                look={on ? 'secondary' : 'primary'}
                busy={busy === 'app'}
                onClick={() => void startApp()}
              >
                {t('factor.useApp')}
              </Button>
            )}
            {on ? (
              <>
                <Button busy={busy === 'renew'} onClick={() => void renew()}>
                  {t('factor.renew')}
                </Button>
                <Button look="danger" onClick={() => setAsking(true)}>
                  {t('factor.disable')}
                </Button>
              </>
            ) : (
              <Button busy={busy === 'mail'} onClick={() => void startMail()}>
                {t('factor.useMail')}
              </Button>
            )}
          </div>
        </div>
      ) : null}
      <AskDialog
        open={asking}
        onClose={() => setAsking(false)}
        send={disable}
        title={t('factor.askDisable')}
        description={t('factor.askDisableBody')}
        action={t('factor.disable')}
        danger
      />
      <AppSetup
        enrolment={enrolment}
        withProof={withProof}
        onClose={() => setEnrolment(null)}
        onEnabled={(fresh) => {
          setEnrolment(null)
          setCodes(fresh)
          toast('ok', t('factor.enabled'))
          void changed()
        }}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
      {proofDialog}
    </Card>
  )
}
