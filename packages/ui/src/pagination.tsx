import { useTranslation } from '@zabuni/i18n'
import { Button } from './button.tsx'

/** Where a list stands; a missing function means there is no such page. */
export type Paging = {
  total?: number | undefined
  /** The count stopped here; there may be more. */
  totalCapped?: boolean | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The count and the way through the pages. */
export const TableFooter = ({ total, totalCapped, onPrevious, onNext }: Paging) => {
  const { t, i18n } = useTranslation(['common', 'console'])
  const pages = onPrevious || onNext
  if (total === undefined && !pages) return null
  const shown = new Intl.NumberFormat(i18n.language).format(total ?? 0)
  return (
    <nav
      aria-label={t('console:table.pages')}
      className="flex min-h-11 items-center justify-between gap-4 border-t border-line px-4 py-1.5 text-sm text-ink-2"
    >
      <span className="tabular">
        {total === undefined
          ? null
          : totalCapped
            ? t('console:table.rowsCapped', { count: shown as unknown as number })
            : t('console:table.rows', { count: total })}
      </span>
      {pages ? (
        <span className="flex items-center gap-2">
          <Button size="sm" disabled={!onPrevious} onClick={onPrevious}>
            {t('actions.previous')}
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext}>
            {t('actions.next')}
          </Button>
        </span>
      ) : null}
    </nav>
  )
}
