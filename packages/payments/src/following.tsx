import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { useEffect, useState } from 'react'

/** After this long without an answer the person is asked whether they are still there. */
const REMIND_MS = 45_000

/** The provider is asked what became of the payment; the screen goes on by itself. */
export const Following = ({ unreached }: { unreached: boolean }) => {
  const { t } = useTranslation('payments')
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), REMIND_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="grid gap-3">
      <Card>
        <div role="status" className="grid justify-items-center gap-2 px-2 py-6 text-center">
          <p className="text-lg font-semibold">{t('page.asking')}</p>
          <p className="max-w-md text-sm text-ink-3">{t('pay.waitingNote')}</p>
        </div>
      </Card>
      {late ? <Banner tone="info">{t('pay.stillThere')}</Banner> : null}
      {unreached ? <Banner tone="warn">{t('pay.unreached')}</Banner> : null}
    </div>
  )
}
