import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { formatDecimal } from '@zabuni/i18n/format'
import { ActButton } from '@zabuni/ui/act'
import { Card } from '@zabuni/ui/card'
import { FolderArchiveIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paperSections, startPapers } from './queries.ts'

const MEGABYTE = 1024 * 1024

/** The documents of opened bids section by section, each section as one archive. */
export const Papers = ({
  categoryId,
  activity,
}: {
  categoryId: string
  activity: Parameters<typeof mayHere>[0]
}) => {
  const { t, i18n } = useTranslation('evaluation')
  const { href, at } = useHere()
  const navigate = useNavigate()
  const may = mayHere(activity, 'judge')
  const { data } = useQuery({ ...paperSections(categoryId), enabled: may, retry: false })
  // Who may open none is told so where the bids are: here is nothing to take.
  if (!data?.items.some((section) => section.files)) return null
  const take = async (sectionId: string) => {
    const { task_id: taskId } = await startPapers(categoryId, sectionId)
    const to = href('zipProgress', { taskId, sectionId }) ?? at(`/tasks/${taskId}`)
    if (to) void navigate(to)
  }
  return (
    <Card title={t('papers.title')} flush>
      <ul className="divide-y divide-line">
        {data.items.map((section) => (
          <li
            key={section.id}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
          >
            <span className="grid min-w-0">
              <span className="break-words">{section.name}</span>
              <span className="tabular text-xs text-ink-3">
                {section.files
                  ? t('papers.count', {
                      count: section.files,
                      size: formatDecimal(
                        (Math.max(section.bytes, MEGABYTE / 10) / MEGABYTE).toFixed(1),
                        i18n.language,
                        1,
                      ),
                    })
                  : t('papers.none')}
              </span>
            </span>
            {section.files ? (
              <ActButton
                size="sm"
                act={() => take(section.id)}
                aria-label={t('papers.takeOf', { name: section.name })}
                icon={<FolderArchiveIcon aria-hidden="true" size={15} />}
              >
                {t('papers.take')}
              </ActButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
