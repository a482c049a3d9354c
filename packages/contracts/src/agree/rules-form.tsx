import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countries } from '@zabuni/api/countries'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { formatMoney } from '@zabuni/i18n/format'
import { Banner } from '@zabuni/ui/banner'
import { Button, IconButton } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useLevel } from './approval.tsx'
import { type Approver, type Rules, setLevels } from './queries.ts'

type Values = { rules: { currency: string; level: string; from: string; everyone: boolean }[] }

/** The levels of a category of contracts, or of all without their own; somebody who may not change them reads them. */
export const RulesForm = ({
  category,
  set,
  people,
  readOnly,
}: {
  category: string
  set: Rules | undefined
  people: readonly Approver[]
  readOnly: boolean
}) => {
  const { t, i18n } = useTranslation('contracts')
  const word = useLevel()
  const cache = useQueryClient()
  const lands = useQuery(countries)
  const form = useProblemForm<Values>({
    keep: `contract.levels.${category}.${set?.sum ?? ''}`,
    defaultValues: {
      rules: (set?.rules ?? []).map((r) => ({ ...r, level: String(r.level), from: short(r.from) })),
    },
    submit: async ({ rules }) => {
      await setLevels({
        ...(category ? { contract_category_id: category } : {}),
        sum: set?.sum ?? NO_RULES,
        rules: rules.map((r) => ({ ...r, level: Number(r.level) || 0 })),
      })
      form.kept.forget()
      await cache.invalidateQueries({ queryKey: keys.contracts })
      toast('ok', t('levels.saved'))
    },
  })
  const list = useFieldArray({ control: form.control, name: 'rules' })
  const currencies = [
    ...new Set([
      ...(set?.rules.map((r) => r.currency) ?? []),
      ...(lands.data ?? []).map((l) => l.currency),
    ]),
  ]
  const rules = form.watch('rules')
  const vacant = [...new Set(rules.map((r) => Number(r.level)))].filter(
    (level) => level > 0 && !people.some((p) => p.level === level),
  )
  const none = rules.length ? null : (
    <p className="text-sm text-ink-2">{t(category ? 'levels.inherits' : 'levels.none')}</p>
  )
  if (readOnly)
    return (
      none ?? (
        <ul className="grid gap-1.5 text-sm">
          {(set?.rules ?? []).map((r) => (
            <li key={`${r.currency}${r.level}`}>
              {t('levels.line', {
                level: word(r),
                from: formatMoney(r.from, r.currency, i18n.language),
              })}
            </li>
          ))}
        </ul>
      )
    )
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {none}
      {list.fields.map((f, i) => (
        <fieldset key={f.id} className="grid gap-3 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-medium">
            {t('levels.rule', { number: i + 1 })}
          </legend>
          <div className="grid gap-3 sm:grid-cols-[1fr_1fr_2fr]">
            <InputField
              required
              inputMode="numeric"
              label={t('levels.level')}
              {...form.field(`rules.${i}.level`)}
            />
            <SelectField
              required
              label={t('making.currency')}
              {...form.field(`rules.${i}.currency`)}
            >
              {currencies.map((c) => (
                <option key={c} value={c}>
                  {c}
                </option>
              ))}
            </SelectField>
            <Bound form={form} name={`rules.${i}.from`}>
              {(control) => (
                <MoneyField
                  required
                  label={t('levels.from')}
                  currency={rules[i]?.currency ?? ''}
                  {...control}
                />
              )}
            </Bound>
          </div>
          <div className="flex items-center justify-between gap-3">
            <Checkbox label={t('levels.everyone')} {...form.register(`rules.${i}.everyone`)} />
            <IconButton
              icon={<Trash2Icon size={15} />}
              label={t('levels.remove', { number: i + 1 })}
              onClick={() => list.remove(i)}
            />
          </div>
        </fieldset>
      ))}
      {vacant.length ? (
        <Banner tone="warn">{t('levels.vacant', { levels: vacant.join(', ') })}</Banner>
      ) : null}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          icon={<PlusIcon size={15} />}
          onClick={() =>
            list.append({
              currency: rules.at(-1)?.currency ?? currencies[0] ?? 'KES',
              level: String(rules.length + 1),
              from: '0',
              everyone: false,
            })
          }
        >
          {t('levels.add')}
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {t('levels.save')}
        </Button>
      </div>
    </form>
  )
}

/** What a set without rules is known by: the beginning of the SHA-256 of nothing. */
const NO_RULES = 'e3b0c44298fc1c149afbf4c8996fb924'
