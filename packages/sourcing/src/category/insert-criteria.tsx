import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { Dialog } from '@zabuni/ui/dialog'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { Checkbox } from '@zabuni/ui/inputs'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { LibraryIcon } from 'lucide-react'
import { useState } from 'react'
import { category, insertCriteria, searchTypes, typeCriteria } from '../queries.ts'

type Props = { found: Schemas['CategoryDetails']; onDone: () => void }

const InsertForm = ({ found, onDone }: Props) => {
  const { t, i18n } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const [type, setType] = useState<Choice | null>(
    found.category_type_id ? { id: found.category_type_id, name: found.category_type } : null,
  )
  const query = useQuery({ ...typeCriteria(type?.id ?? ''), enabled: !!type })
  const form = useProblemForm({
    defaultValues: { criteria: [] as string[] },
    submit: async ({ criteria }) => {
      if (!type || !criteria.length)
        throw new Refused(['criteria'], ({ t }) => t('insert.choose', { ns: 'sourcing' }))
      await insertCriteria(found.id, { category_type_id: type.id, criteria })
      await cache.invalidateQueries({ queryKey: category(found.id).queryKey })
      toast('ok', t('insert.done'))
      onDone()
    },
  })
  const error = form.field('criteria').error
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      <ErrorSummary form={form} />
      <ComboboxField
        required
        label={t('insert.type')}
        search={searchTypes}
        value={type}
        onChange={(value) => {
          setType(value)
          form.setValue('criteria', [])
        }}
      />
      {query.isError ? <Banner tone="bad">{problemText(query.error, i18n)}</Banner> : null}
      {query.data?.items.length === 0 ? (
        <p className="text-sm text-ink-2">{t('insert.none')}</p>
      ) : null}
      {query.data?.items.length ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{t('insert.criteria')}</legend>
          {query.data.items.map((c) => (
            <Checkbox
              key={c.id}
              label={c.name}
              hint={t('section.questions', { count: c.questions })}
              value={c.id}
              {...form.register('criteria')}
            />
          ))}
          {error ? (
            <p role="alert" className="text-xs text-bad">
              {error}
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common:actions.cancel')}</Button>
        <Button type="submit" look="primary" busy={form.busy} disabled={!query.data?.items.length}>
          {t('insert.action')}
        </Button>
      </div>
    </form>
  )
}

/** Begins a category from what its type has ready: sections with their questions are copied. */
export const InsertCriteria = ({ found }: Pick<Props, 'found'>) => {
  const { t } = useTranslation('sourcing')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<LibraryIcon aria-hidden="true" size={15} />} onClick={() => setOpen(true)}>
        {t('insert.open')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('insert.open')}
        description={t('insert.note')}
      >
        {open ? <InsertForm found={found} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}
