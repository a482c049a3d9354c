import { data } from '@zabuni/api/client'
import { type Session, setSession } from '@zabuni/api/session'
import { serverNow } from '@zabuni/api/time'
import { useTranslation } from '@zabuni/i18n'
import { formatTime } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { toast } from '@zabuni/ui/toast'
import { EyeIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { endSupport } from './queries.ts'

/** Says on every screen whose console is seen and that nothing can be changed, and leads out. */
export default function SupportBanner({ view }: { view: NonNullable<Session['support']> }) {
  const { t, i18n } = useTranslation('account')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // The server ends the view by its own clock; this only leaves the console that is no longer shown.
    const left = Math.max(0, Date.parse(view.ends_at) - serverNow())
    const timer = setTimeout(() => location.assign('/'), left)
    return () => clearTimeout(timer)
  }, [view.ends_at])
  const end = async () => {
    setBusy(true)
    try {
      await data(endSupport())
      setSession(null)
      location.assign(`/zabuni/support/${view.company_id}`)
    } catch (error) {
      setBusy(false)
      toast('bad', problemText(error, i18n))
    }
  }
  return (
    <section
      aria-label={t('support.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warn-soft px-3 py-1.5 text-sm font-medium text-warn sm:px-6"
    >
      <EyeIcon aria-hidden="true" size={16} className="shrink-0 max-sm:hidden" />
      <p className="min-w-0 flex-1">
        {t('support.banner', { name: view.company, until: formatTime(view.ends_at) })}
      </p>
      <Button size="sm" busy={busy} onClick={() => void end()}>
        {t('support.end')}
      </Button>
    </section>
  )
}
