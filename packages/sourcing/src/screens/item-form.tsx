import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { editable } from '@zabuni/activities/status'
import type { Asset } from '@zabuni/activities/ui/asset'
import { useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { isWire, short } from '@zabuni/i18n/decimal'
import { Banner } from '@zabuni/ui/banner'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { nextNumber } from '../items/lines.ts'
import { category, createItem, updateItem } from '../queries.ts'

const CONDITIONS = [
  'as_new',
  'good',
  'worn',
  'faulty',
  'scrap',
] as const satisfies readonly NonNullable<Asset['condition']>[]

const useSchema = () => {
  const { t } = useTranslation('errors')
  return useMemo(() => {
    const needed = z.string().check(z.trim(), z.minLength(1, t('field.required')))
    return z.object({
      number: needed,
      code: z.string(),
      description: needed,
      unit: needed,
      quantity: z.string().check(
        z.trim(),
        z.minLength(1, t('field.required')),
        z.refine((v) => isWire(v), { error: t('field.format') }),
      ),
      condition: z.enum(['', ...CONDITIONS]),
      location: z.string(),
      notes: z.string(),
    })
  }, [t])
}

const Form = ({
  found,
  item,
}: {
  found: Schemas['CategoryDetails']
  item: Schemas['Item'] | undefined
}) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const { href } = useHere()
  const cache = useQueryClient()
  const ids = { jobId: found.job_id, categoryId: found.id }
  // What is bought has no condition and stands nowhere yet.
  const sold = found.policy.steps.includes('assets')
  const back = item ? href('itemDetails', { ...ids, itemId: item.id }) : href('items', ids)
  const form = useProblemForm({
    keep: `item.${item?.id ?? found.id}`,
    resolver: standardSchemaResolver(useSchema()),
    nameOf: (pointer) => pointer.replace(/^\/asset\//, '/'),
    defaultValues: {
      number: item?.number ?? nextNumber(found.items),
      code: item?.code ?? '',
      description: item?.description ?? '',
      unit: item?.unit ?? '',
      quantity: item ? short(item.quantity) : '',
      condition: item?.asset?.condition ?? ('' as const),
      location: item?.asset?.location ?? '',
      notes: item?.asset?.notes ?? '',
    },
    submit: async ({ condition, location, notes, ...values }) => {
      const body = {
        ...values,
        ...(item?.classification ? { classification: item.classification } : {}),
        ...(sold ? { asset: { location, notes, ...(condition ? { condition } : {}) } } : {}),
      }
      let { id } = item ?? {}
      if (id) await updateItem(found.id, id, body)
      else id = (await data(createItem(found.id, body))).id
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      kept.leave(href('itemDetails', { ...ids, itemId: id }) ?? back)
    },
  })
  const kept = useKept(form)
  return (
    <FormFrame
      form={form}
      guard={kept.guard}
      back={back}
      action={item ? undefined : t('asset.add')}
    >
      <FormPart title={t('asset.what')} {...(sold ? { body: t('asset.whatBody') } : {})}>
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField required label={t('items.number')} maxLength={30} {...form.field('number')} />
          <InputField
            label={t('items.code')}
            hint={t('asset.codeHint')}
            maxLength={60}
            {...form.field('code')}
          />
        </div>
        <TextareaField
          required
          rows={2}
          label={t('items.description')}
          {...form.field('description')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Bound form={form} name="quantity">
            {(control) => <NumberField required label={t('items.quantity')} {...control} />}
          </Bound>
          <InputField required label={t('items.unit')} maxLength={40} {...form.field('unit')} />
        </div>
      </FormPart>
      {sold ? (
        <FormPart title={t('asset.state')} body={t('asset.stateBody')}>
          <SelectField label={t('activities:asset.condition')} {...form.field('condition')}>
            <option value="">{t('activities:asset.unknown')}</option>
            {CONDITIONS.map((condition) => (
              <option key={condition} value={condition}>
                {t(`activities:asset.conditions.${condition}`)}
              </option>
            ))}
          </SelectField>
          <InputField
            label={t('activities:asset.location')}
            hint={t('asset.locationHint')}
            maxLength={300}
            {...form.field('location')}
          />
          <TextareaField
            rows={4}
            label={t('activities:asset.notes')}
            hint={t('asset.notesHint')}
            {...form.field('notes')}
          />
        </FormPart>
      ) : null}
    </FormFrame>
  )
}

/** Adds a thing that is sold, or changes what is said of it. */
export default function ItemForm() {
  const { t } = useTranslation('sourcing')
  const { href, ids } = useHere()
  const { categoryId, itemId } = ids
  const query = useQuery(category(categoryId))
  return (
    <LoadRecord as="form" query={query} title={t('asset.add')}>
      {(found) => {
        const at = { jobId: found.job_id, categoryId: found.id }
        const item = found.items.find((i) => i.id === itemId)
        return (
          <Page
            width="form"
            title={itemId ? t('asset.edit') : t('asset.add')}
            subtitle={item?.description}
            crumbs={[
              { label: found.name, to: href('categoryDetails', at) },
              { label: t('tabs.items'), to: href('items', at) },
            ]}
          >
            {itemId && !item ? (
              <Banner tone="warn">{t('asset.gone')}</Banner>
            ) : editable(found) ? (
              <Form found={found} item={item} />
            ) : (
              <Banner tone="warn">{t('category.frozen')}</Banner>
            )}
          </Page>
        )
      }}
    </LoadRecord>
  )
}
