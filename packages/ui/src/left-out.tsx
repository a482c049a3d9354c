import { useTranslation } from '@zabuni/i18n'
import { formatDate, isDay } from '@zabuni/i18n/format'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { type Changes, type Filter, paramsOf, type SetFilter } from './filters.tsx'
import type { ListParams } from './list-params.tsx'

/** A filter with what the address sets it to; what it does not know sets nothing. */
export const setOf = (at: ListParams, filter: Filter): SetFilter => {
  if (filter.kind === 'days') {
    const days: Record<string, string | undefined> = at.days(filter.key)
    return { ...filter, values: paramsOf(filter).map((param) => days[param] ?? '') }
  }
  const known = filter.options.map((o) => o.value)
  const values = filter.kind === 'many' ? at.many(filter.key, known) : at.all(filter.key)
  return { ...filter, values: values.filter((v) => known.includes(v)) }
}

/** What the address names and a filter does not take: its words, and the address without them. */
const strange = (at: ListParams, filter: Filter): { said: string[]; without: Changes } => {
  const { values } = setOf(at, filter)
  if (filter.kind === 'days') {
    const params = paramsOf(filter)
    const named = params.map(at.get)
    const without = Object.fromEntries(params.map((param, i) => [param, values[i] ?? '']))
    const bad = named.filter((day) => day && !isDay(day))
    const turned = named.every((day) => isDay(day)) && !values.some(Boolean)
    return { said: turned ? [named.map(formatDate).join(' – ')] : bad, without }
  }
  // Choices that have not come yet know nothing.
  const said = filter.options.length ? at.all(filter.key).filter((v) => !values.includes(v)) : []
  return { said, without: { [filter.key]: values } }
}

/** Says what of an address narrows nothing, because no filter here knows it, and takes it off. */
export const LeftOut = ({ at, filters }: { at: ListParams; filters: readonly Filter[] }) => {
  const { t } = useTranslation('console')
  const found = filters
    .map((filter) => ({ name: filter.label, ...strange(at, filter) }))
    .filter(({ said }) => said.length)
  if (!found.length) return null
  return (
    <div className="mb-3">
      <Banner tone="warn">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="grid min-w-0 break-words">
            {found.map(({ name, said }) => (
              <span key={name}>{t('filter.leftOut', { name, value: said.join(', ') })}</span>
            ))}
          </span>
          <Button
            size="sm"
            onClick={() => at.set(Object.assign({}, ...found.map(({ without }) => without)))}
          >
            {t('filter.dismiss')}
          </Button>
        </span>
      </Banner>
    </div>
  )
}
