import { useTranslation } from '@zabuni/i18n'
import { countryChoices } from '@zabuni/i18n/country'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { SelectField } from '@zabuni/ui/select'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { AuthCard, AuthLayout, linkClass } from '../layout.tsx'
import { useOnce } from '../use-once.ts'
import { Waiting } from './parts.tsx'
import { FEED, readCountries } from './queries.ts'

/** What every public list may be asked for. */
export type Asked = { search: string; country: string }

/** Signs of a search. */
const MOST = 100

/** What an address asks for. A country that is none is not asked. */
export const asked = (at: URLSearchParams): Asked => {
  const country = at.get('country') ?? ''
  const search = (at.get('search') ?? '').replace(/\p{Cc}/gu, '').slice(0, MOST)
  return { search, country: /^[A-Z]{2}$/.test(country) ? country : '' }
}

/** A list that is read page by page, each behind the one before. */
const usePages = <T,>(read: (after: string) => Promise<{ items: T[]; next: string }>) => {
  const [{ rows, next }, setRead] = useState<{ rows?: T[]; next: string }>({ next: '' })
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const turn = useRef(0) // an answer that comes after a newer question is nobody's
  const more = useCallback(
    async (after: string) => {
      turn.current += 1
      const mine = turn.current
      setBusy(true)
      setFailure(undefined)
      try {
        const page = await read(after)
        if (turn.current !== mine) return
        setRead(({ rows: had }) => ({
          rows: after && had ? [...had, ...page.items] : page.items,
          next: page.next,
        }))
        setFailure(undefined)
      } catch (error) {
        if (turn.current !== mine) return
        setFailure(error)
        if (!after) setRead({ next: '' }) // rows of another question are no answer to this one
      } finally {
        if (turn.current === mine) setBusy(false)
      }
    },
    [read],
  )
  useEffect(() => void more(''), [more])
  return { rows, next, failure, busy, more }
}

/** A list that everybody reads: what narrows it stands in its address. */
export const PublicList = <T extends { id: string }, A extends Asked>({
  words,
  here,
  filter,
  onFilter,
  narrows,
  read,
  row,
}: {
  words: { title: string; lead: string; search: string; none: string }
  /** Which of the lists it is. */
  here: '/tenders' | '/tenders/planned'
  filter: A
  onFilter: (to: A) => void
  /** What narrows this list alone. */
  narrows?: (ask: (to: A) => void) => ReactNode
  read: (after: string) => Promise<{ items: T[]; next: string }>
  row: (one: T) => ReactNode
}) => {
  const { t, i18n } = useTranslation('tenders')
  const countries = useOnce(readCountries)
  const choices = countryChoices(countries.state === 'done' ? countries.value : [], i18n.language)
  const { rows, next, failure, busy, more } = usePages(read)
  const ask = (to: A) => {
    const at = new URLSearchParams()
    for (const [name, value] of Object.entries(to)) if (value) at.set(name, value)
    history.replaceState(history.state, '', at.size ? `?${at}` : location.pathname)
    onFilter(to)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    ask({ ...filter, search: String(form.get('search') ?? '').trim() })
  }
  const other = here === '/tenders' ? '/tenders/planned' : '/tenders'
  return (
    <AuthLayout
      wide
      title={words.title}
      subtitle={
        <span className="grid justify-items-start gap-2">
          {words.lead}
          <span className="flex flex-wrap gap-x-4">
            <Anchor href={other} className={linkClass}>
              {t(other === '/tenders' ? 'toTenders' : 'toPlanned')}
            </Anchor>
            <Anchor href="/login" className={linkClass}>
              {t('signIn')}
            </Anchor>
            <Anchor href="/register" className={linkClass}>
              {t('register')}
            </Anchor>
          </span>
        </span>
      }
      footer={
        <p className="flex flex-wrap gap-x-4">
          <a href={FEED} className={linkClass}>
            {t('feed')}
          </a>
        </p>
      }
    >
      <form
        noValidate
        onSubmit={submit}
        className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <div className="sm:col-span-2">
          <InputField
            label={words.search}
            name="search"
            type="search"
            maxLength={MOST}
            defaultValue={filter.search}
          />
        </div>
        <Button type="submit" busy={busy}>
          {t('find')}
        </Button>
        {narrows?.(ask)}
        <SelectField
          label={t('country')}
          value={filter.country}
          onChange={(e) => ask({ ...filter, country: e.target.value })}
        >
          <option value="">{t('all')}</option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {filter.country && !choices.some(({ value }) => value === filter.country) ? (
            <option value={filter.country}>{filter.country}</option>
          ) : null}
        </SelectField>
      </form>
      {!rows ? (
        <Waiting failure={failure} again={() => void more('')} />
      ) : rows.length === 0 ? (
        <AuthCard>
          <p>{words.none}</p>
        </AuthCard>
      ) : (
        <ul className="grid gap-3" aria-label={words.title}>
          {rows.map((one) => (
            <li
              key={one.id}
              className="grid gap-1.5 overflow-clip rounded-xl border border-line bg-surface p-4 shadow-xs sm:p-5"
            >
              {row(one)}
            </li>
          ))}
        </ul>
      )}
      {rows && failure ? (
        <Waiting failure={failure} again={() => void more(next)} />
      ) : rows && next ? (
        <Button busy={busy} onClick={() => void more(next)}>
          {t('more')}
        </Button>
      ) : null}
    </AuthLayout>
  )
}
