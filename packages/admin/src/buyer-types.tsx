import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import type { Schemas } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { buyerTypes, setBuyerCategoryTypes } from './queries.ts'

const Form = ({ id, found }: { id: string; found: Schemas['BuyerTypes'] }) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const back = `/zabuni/buyers/${id}/view`
  const form = useProblemForm({
    keep: `buyer-types.${id}`,
    defaultValues: { used: found.items.filter((i) => i.used).map((i) => i.id) },
    submit: async ({ used }) => {
      await setBuyerCategoryTypes(id, { category_types: used })
      await cache.invalidateQueries({ queryKey: keys.companies })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} back={back} guard={kept.guard}>
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-3 text-sm text-ink-2">{t('buyerTypes.legend')}</legend>
        {found.items.map((i) => (
          <Checkbox
            key={i.id}
            label={i.name}
            hint={i.code}
            value={i.id}
            {...form.register('used')}
          />
        ))}
      </fieldset>
    </FormCard>
  )
}

/** Which kinds of supply a buyer uses. */
export default function BuyerCategoryTypes() {
  const { t } = useTranslation('admin')
  const { buyerId = '' } = useParams()
  const query = useQuery(buyerTypes(buyerId))
  return (
    <Load as="form" query={query} title={t('types.title')}>
      {(found) => (
        <Page
          title={t('buyerTypes.title')}
          crumbs={[
            { label: t('buyers.title'), to: '/zabuni/buyers' },
            { label: found.buyer, to: `/zabuni/buyers/${buyerId}/view` },
          ]}
        >
          <Form id={buyerId} found={found} />
        </Page>
      )}
    </Load>
  )
}
