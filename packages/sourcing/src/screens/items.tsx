import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { LinkButton } from '@zabuni/ui/link-button'
import { ClipboardPasteIcon, FileSpreadsheetIcon, PlusIcon, TableIcon } from 'lucide-react'
import { useState } from 'react'
import { CategoryFrame, type TabProps } from '../category/frame.tsx'
import { FillButton } from '../items/fill.tsx'
import { ItemGrid, quantity } from '../items/grid.tsx'
import { totals } from '../items/lines.ts'
import { PasteDialog } from '../items/paste.tsx'

const UNITS_SHOWN = 6

const Totals = ({ found }: Pick<TabProps, 'found'>) => {
  const { t, i18n } = useTranslation('sourcing')
  const units = totals(found.items)
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      <span className="font-medium text-ink">
        {t('items.lines', { count: found.items.length })}
      </span>
      {units.slice(0, UNITS_SHOWN).map(({ unit, quantity: all }) => (
        <span key={unit} className="tabular">
          {quantity(all, i18n.language)} {unit}
        </span>
      ))}
      {units.length > UNITS_SHOWN ? (
        <span>{t('items.moreUnits', { count: units.length - UNITS_SHOWN })}</span>
      ) : null}
    </p>
  )
}

const Items = ({ found }: TabProps) => {
  const { t } = useTranslation('sourcing')
  const { href } = useHere()
  const [sheet, setSheet] = useState<string>()
  const changeable = editable(found) && mayHere(found.activity, 'author')
  const paste = (
    <Button icon={<ClipboardPasteIcon aria-hidden="true" size={15} />} onClick={() => setSheet('')}>
      {t('items.pasteTitle')}
    </Button>
  )
  return (
    <div className="grid gap-3">
      {editable(found) ? null : <Banner tone="info">{t('category.frozen')}</Banner>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Totals found={found} />
        <span className="flex flex-wrap gap-2">
          {found.items.length && mayHere(found.activity, 'author') ? (
            <FillButton found={found} />
          ) : null}
          {changeable ? (
            <>
              <LinkButton
                to={href('itemsUpload', { jobId: found.job_id, categoryId: found.id })}
                icon={<FileSpreadsheetIcon aria-hidden="true" size={15} />}
              >
                {t('workbook.items.link')}
              </LinkButton>
              {paste}
              <LinkButton
                to={href('itemCreate', { jobId: found.job_id, categoryId: found.id })}
                look="primary"
                icon={<PlusIcon aria-hidden="true" size={15} />}
              >
                {t('asset.add')}
              </LinkButton>
            </>
          ) : null}
        </span>
      </div>
      {found.items.length || changeable ? (
        <ItemGrid found={found} changeable={changeable} onSheet={setSheet} />
      ) : (
        <Card flush>
          <EmptyState icon={<TableIcon size={18} />} title={t('items.emptyTitle')} />
        </Card>
      )}
      {found.items.length || !changeable ? null : (
        <p className="max-w-prose text-sm text-ink-2">{t('items.emptyBody')}</p>
      )}
      <PasteDialog
        key={sheet}
        open={sheet !== undefined}
        text={sheet ?? ''}
        found={found}
        onClose={() => setSheet(undefined)}
      />
    </div>
  )
}

/** The lines that suppliers price. */
export default function ItemsScreen() {
  return <CategoryFrame tab="items">{(props) => <Items {...props} />}</CategoryFrame>
}
