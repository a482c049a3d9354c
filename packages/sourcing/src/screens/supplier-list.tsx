import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { useHere } from '@zabuni/activities/ui/here'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Menu, MenuItem } from '@zabuni/ui/menu'
import { Page } from '@zabuni/ui/page'
import { EllipsisIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Entries } from '../lists/entries.tsx'
import { type EntryAct, EntryDialog } from '../lists/entry-dialog.tsx'
import { category, type ListEntry, supplierList } from '../queries.ts'

const ACTS: Record<ListEntry['status'], readonly EntryAct[]> = {
  active: ['validity', 'suspend', 'remove'],
  suspended: ['restore', 'remove'],
  removed: ['restore'],
}

/** Who passed a category and stands on its list, and what the buyer says of each. */
export default function SupplierListScreen() {
  const { t } = useTranslation('sourcing')
  const { ids, href, hrefOf } = useHere()
  const { listId } = ids
  const [asked, setAsked] = useState<{ entry: ListEntry; act: EntryAct }>()
  const acts = useCallback(
    (entry: ListEntry) => (
      <Menu
        label={t('lists.actsOf', { name: entry.name })}
        trigger={<EllipsisIcon aria-hidden="true" size={18} />}
      >
        {ACTS[entry.status].map((act) => (
          <MenuItem key={act} danger={act === 'remove'} onSelect={() => setAsked({ entry, act })}>
            {t(`lists.${act}.act`)}
          </MenuItem>
        ))}
      </Menu>
    ),
    [t],
  )
  return (
    <Load
      query={[useQuery(category(listId)), useQuery(supplierList(listId))]}
      title={t('lists.title')}
    >
      {([made, rows]) => (
        <Page
          title={made.name}
          subtitle={`${made.reference} · ${t('lists.of')}`}
          crumbs={[
            { label: t('lists.title'), to: href('supplierLists') },
            {
              label: made.job_title,
              to: hrefOf(made.activity, 'categoryDetails', {
                jobId: made.job_id,
                categoryId: listId,
              }),
            },
          ]}
        >
          <Entries
            rows={rows}
            zone={made.timezone}
            acts={mayHere(made.activity, 'author') ? acts : undefined}
          />
          {asked ? (
            <EntryDialog
              {...asked}
              listId={listId}
              zone={made.timezone}
              onClose={() => setAsked(undefined)}
            />
          ) : null}
        </Page>
      )}
    </Load>
  )
}
