import { useQuery } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { AddendumText } from '@zabuni/activities/ui/addenda'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { refusalText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { AddendumForm } from './forms/addendum.tsx'
import { addenda } from './queries.ts'

/** What has changed of a category since it was published, and the way to change more. */
export const Addenda = ({ found }: { found: Schemas['CategoryDetails'] }) => {
  const { t, i18n } = useTranslation('sourcing')
  const query = useQuery(addenda(found.id))
  const [writes, setWrites] = useState(false)
  const may = mayHere(found.activity, 'author')
  return (
    <Load query={query} title={t('addenda.title')}>
      {(all) => (
        <Card
          title={t('addenda.title')}
          flush
          actions={
            may && !all.refused && !writes ? (
              <Button
                size="sm"
                icon={<PlusIcon aria-hidden="true" size={14} />}
                onClick={() => setWrites(true)}
              >
                {t('addenda.write')}
              </Button>
            ) : null
          }
        >
          {writes ? (
            <AddendumForm found={found} earliest={all.earliest} onDone={() => setWrites(false)} />
          ) : null}
          <ul className="divide-y divide-line empty:hidden">
            {all.items.map((of) => (
              <li key={of.id} className="px-4 py-3">
                <AddendumText of={of} zone={found.timezone} />
              </li>
            ))}
          </ul>
          {all.items.length || writes ? null : (
            <p className="p-4 text-sm text-ink-2">
              {all.refused ? refusalText(all.refused, found.activity, i18n) : t('addenda.none')}
            </p>
          )}
        </Card>
      )}
    </Load>
  )
}
