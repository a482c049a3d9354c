import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { useProof } from '@zabuni/routing/ui/proof'
import { useAct } from '@zabuni/ui/act'
import { Banner } from '@zabuni/ui/banner'
import { Card } from '@zabuni/ui/card'
import { controlClass } from '@zabuni/ui/field'
import { SearchInput } from '@zabuni/ui/filters'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { usePlace } from './place.ts'
import { type Door, doors, setCategoryDoor } from './queries.ts'

const STATES = ['none', 'allowed', 'denied'] as const

/** Categories that are open or closed to one person, whatever the roles say. */
export const CategoryDoors = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation('people')
  const { scope } = usePlace()
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const [search, setSearch] = useState('')
  const { run, banner } = useAct()
  const query = useQuery({
    ...doors(userId, { ...scope, ...(search ? { search } : {}) }),
    placeholderData: (before) => before,
  })
  const items = query.data?.items ?? []
  const choose = (category_id: string, state: Door['state']) =>
    run(async () => {
      await withProof(() => setCategoryDoor(userId, category_id, { state }, scope))
      await cache.invalidateQueries({ queryKey: [...keys.people, 'doors'] })
      toast('ok', t('done.door'))
    })
  return (
    <Card title={t('doors.title')}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('doors.note')}</p>
        {banner}
        {query.isError ? <Banner tone="bad">{problemText(query.error, i18n)}</Banner> : null}
        <SearchInput value={search} label={t('doors.search')} onChange={setSearch} />
        {items.length ? (
          <ul className="max-h-96 overflow-y-auto rounded-md border border-line">
            {items.map((door) => (
              <li
                key={door.category_id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-2 last:border-0"
              >
                <span className="grid min-w-0 flex-1">
                  <span className="truncate text-sm font-medium">{door.name}</span>
                  <span className="truncate text-xs text-ink-3">
                    {door.reference} · {door.job_title}
                  </span>
                </span>
                <select
                  aria-label={t('doors.of', { name: door.name })}
                  value={door.state}
                  onChange={(e) => void choose(door.category_id, e.target.value as Door['state'])}
                  className={`${controlClass} h-9 w-40! max-sm:h-11`}
                >
                  {STATES.map((state) => (
                    <option key={state} value={state}>
                      {t(`doors.${state}`)}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        ) : query.isPending ? (
          <div className="skeleton h-24" />
        ) : (
          <p className="text-sm text-ink-3">{t(search ? 'doors.noMatch' : 'doors.empty')}</p>
        )}
      </div>
      {proofDialog}
    </Card>
  )
}
