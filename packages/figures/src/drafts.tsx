import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { LineLink } from '@zabuni/ui/text-link'
import { PencilLineIcon } from 'lucide-react'
import type { Board } from './queries.ts'

/** The way back to what is being written; nothing where nothing is. */
export const Drafts = ({ jobs }: { jobs: Board['jobs'] }) => {
  const { t } = useTranslation('figures')
  const { href } = useHere()
  const count = jobs.reduce((n, j) => n + (j.status === 'draft' ? j.jobs : 0), 0)
  if (!count) return null
  return (
    <div className="relative flex min-h-11 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-xs hover:bg-canvas">
      <PencilLineIcon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
      <LineLink to={to(href('ourJobs'), { query: { status: 'draft' } })}>
        {t('drafts.continue', { count })}
      </LineLink>
    </div>
  )
}
