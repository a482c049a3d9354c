import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/supplier'
import { useTranslation } from '@zabuni/i18n'
import { controlClass, Field } from '@zabuni/ui/field'
import { useEffect, useRef, useState } from 'react'

const SEARCH_PAUSE_MS = 250

/** Categories of interest: found by typing, kept by name while the form is open. */
export const CategoryPicker = ({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}) => {
  const { t } = useTranslation('register')
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly Schemas['Named'][]>([])
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const search = { query, page: 1, page_size: 10 }
      data(api.GET('/core/category_types/', { params: { query: search }, signal: stop.signal }))
        .then(({ items }) => {
          for (const item of items) names.current.set(item.id, item.name)
          setFound(items)
        })
        // The search is a help, not a condition: registration goes on without it.
        .catch(() => undefined)
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id])
  const shown = [
    ...chosen.map((id) => ({ id, name: names.current.get(id) ?? '' })).filter((c) => c.name),
    ...found.filter((item) => !chosen.includes(item.id)),
  ]
  return (
    <div className="grid gap-2.5">
      <Field label={t('categories')} hint={t('categoriesHint')} error={error}>
        {(control) => (
          <input
            {...control}
            name="category_types"
            type="search"
            value={query}
            placeholder={t('searchCategories')}
            onChange={(e) => setQuery(e.target.value)}
            onKeyDown={(e) => e.key === 'Enter' && e.preventDefault()}
            className={`${controlClass} h-9 max-sm:h-11`}
          />
        )}
      </Field>
      {shown.length ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('categories')}</legend>
          {shown.map((item) => (
            <label
              key={item.id}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-3 text-sm has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand max-sm:min-h-10"
            >
              <input
                type="checkbox"
                checked={chosen.includes(item.id)}
                onChange={() => toggle(item.id)}
                className="accent-brand"
              />
              {item.name}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
