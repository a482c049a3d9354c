import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { UnsavedGuard } from '@zabuni/ui/unsaved'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { CategoriesPart } from '../form/categories-part.tsx'
import { profile } from '../queries.ts'

/** What a supplier supplies and where, changed by operator staff. */
export default function SupplierCategories() {
  const { t } = useTranslation(['suppliers', 'live'])
  const { supplierId: id = '' } = useParams()
  const [dirty, setDirty] = useState(false)
  const onDirty = useCallback((_: string, is: boolean) => setDirty(is), [])
  const query = useQuery(profile('operator', id))
  return (
    <Load query={query} title={t('detail.categories')}>
      {(p) => (
        <Page
          title={t('detail.categories')}
          crumbs={[
            { label: t('live:suppliers.title'), to: '/zabuni/suppliers' },
            { label: p.name, to: `/zabuni/suppliers/${id}/details` },
          ]}
        >
          <UnsavedGuard when={dirty} />
          <CategoriesPart desk="operator" profile={p} onDirty={onDirty} />
        </Page>
      )}
    </Load>
  )
}
