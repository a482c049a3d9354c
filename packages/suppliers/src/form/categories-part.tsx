import { useQuery } from '@tanstack/react-query'
import { countries } from '@zabuni/api/countries'
import { useTranslation } from '@zabuni/i18n'
import { countryChoices, countryName } from '@zabuni/i18n/country'
import { MultiComboboxField } from '@zabuni/ui/combobox'
import { Bound } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { SelectField } from '@zabuni/ui/select'
import { XIcon } from 'lucide-react'
import { useState } from 'react'
import { locations, type Profile, searchCategories } from '../queries.ts'
import { PartFrame, type PartProps, usePart } from './frame.tsx'

type Named = Profile['category_types'][number]
const values = (p: Profile) => ({
  category_types: p.category_types,
  supply_locations: p.supply_locations,
})

const Chips = ({
  items,
  onRemove,
}: {
  items: readonly Named[]
  onRemove: (id: string) => void
}) => {
  const { t } = useTranslation('suppliers')
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li
          key={item.id}
          className="flex min-h-8 items-center gap-1 rounded-full border border-brand bg-brand-soft pl-3 text-sm"
        >
          {item.name}
          <button
            type="button"
            aria-label={t('categories.remove', { name: item.name })}
            onClick={() => onRemove(item.id)}
            className="grid size-8 place-items-center rounded-full hover:bg-brand-line max-sm:size-10"
          >
            <XIcon aria-hidden="true" size={13} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const Places = ({
  home,
  chosen,
  onChange,
}: {
  home: string
  chosen: readonly Named[]
  onChange: (items: Named[]) => void
}) => {
  const { t, i18n } = useTranslation('suppliers')
  const [country, setCountry] = useState(home)
  const all = useQuery(countries)
  const here = useQuery(locations(country)).data ?? []
  const ids = new Set(chosen.map((c) => c.id))
  const outside = chosen.filter((c) => !here.some((l) => l.id === c.id))
  const whole = here.length > 0 && here.every((l) => ids.has(l.id))
  const name = countryName(country, i18n.language)
  return (
    <div className="grid gap-3">
      <SelectField
        label={t('locations.country')}
        value={country}
        onChange={(e) => setCountry(e.target.value)}
      >
        {countryChoices(all.data, i18n.language).map((c) => (
          <option key={c.value} value={c.value}>
            {c.label}
          </option>
        ))}
      </SelectField>
      <p role="status" className="text-sm text-ink-2">
        {t('locations.chosen', { count: chosen.length })}
      </p>
      {outside.length ? (
        <Chips items={outside} onRemove={(id) => onChange(chosen.filter((c) => c.id !== id))} />
      ) : null}
      <fieldset className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
        <legend className="sr-only">{t('locations.title')}</legend>
        <Checkbox
          className="font-medium sm:col-span-3"
          label={t('locations.all', { country: name })}
          checked={whole}
          onChange={() => onChange(whole ? [...outside] : [...outside, ...here])}
        />
        {here.map((l) => (
          <Checkbox
            key={l.id}
            label={l.name}
            checked={ids.has(l.id)}
            onChange={() =>
              onChange(ids.has(l.id) ? chosen.filter((c) => c.id !== l.id) : [...chosen, l])
            }
          />
        ))}
      </fieldset>
    </div>
  )
}

/** What the company supplies, and where. */
export const CategoriesPart = (props: PartProps) => {
  const { t } = useTranslation('suppliers')
  const part = usePart({
    ...props,
    part: 'categories',
    values,
    change: (typed, dirty) => ({
      ...(dirty.category_types ? { category_types: typed.category_types.map((c) => c.id) } : {}),
      ...(dirty.supply_locations
        ? { supply_locations: typed.supply_locations.map((c) => c.id) }
        : {}),
    }),
  })
  const { form } = part
  const interests = form.watch('category_types')
  const set = (name: 'category_types' | 'supply_locations', items: Named[]) =>
    form.setValue(name, items, { shouldDirty: true })
  return (
    <PartFrame title={t('parts.categories')} part={part}>
      <div className="grid gap-6">
        <section className="grid gap-3">
          <h3 className="font-semibold">{t('categories.title')}</h3>
          <Bound form={form} name="category_types">
            {(control) => (
              <MultiComboboxField
                label={t('categories.search')}
                hint={interests.length ? t('categories.hint') : t('categories.none')}
                search={searchCategories}
                chip={(c) => interests.find((i) => i.id === c.id)?.name ?? c.name}
                {...control}
              />
            )}
          </Bound>
        </section>
        <section className="grid gap-3">
          <h3 className="font-semibold">{t('locations.title')}</h3>
          <Places
            home={props.profile.country}
            chosen={form.watch('supply_locations')}
            onChange={(items) => set('supply_locations', items)}
          />
        </section>
      </div>
    </PartFrame>
  )
}
