import { useTranslation } from '@zabuni/i18n'
import { countryChoices } from '@zabuni/i18n/country'
import { Anchor } from '@zabuni/routing/ui/nav'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { SelectField } from '@zabuni/ui/select'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { AuthCard, AuthLayout, linkClass } from '../layout.tsx'
import { useOnce } from '../use-once.ts'
import { Closing, Standing, Waiting } from './parts.tsx'
import { FEED, readCountries, readTenders, STATES, type State, type Tender } from './queries.ts'

type Asked = { search: string; state: State | ''; country: string }

/** What an address asks for; what it has no word for is not asked. */
const asked = (): Asked => {
  const at = new URLSearchParams(location.search)
  const state = STATES.find((x) => x === at.get('state'))
  const country = at.get('country') ?? ''
  return {
    search: at.get('search') ?? '',
    state: state ?? '',
    country: /^[A-Z]{2}$/.test(country) ? country : '',
  }
}

/** What is open and what was awarded, for everybody. */
export default function Tenders() {
  const { t, i18n } = useTranslation(['tenders', 'activities'])
  const countries = useOnce(readCountries)
  const choices = countryChoices(countries.state === 'done' ? countries.value : [], i18n.language)
  const [filter, setFilter] = useState(asked)
  const [rows, setRows] = useState<Tender[]>()
  const [next, setNext] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const turn = useRef(0) // an answer that comes after a newer question is nobody's
  const read = useCallback(
    async (after: string) => {
      turn.current += 1
      const mine = turn.current
      setBusy(true)
      try {
        const page = await readTenders({
          limit: 20,
          ...(after ? { after } : {}),
          ...(filter.search ? { search: filter.search } : {}),
          ...(filter.state ? { state: [filter.state] } : {}),
          ...(filter.country ? { country: [filter.country] } : {}),
        })
        if (turn.current !== mine) return
        setRows((had) => (after && had ? [...had, ...page.items] : page.items))
        setNext(page.next)
        setFailure(undefined)
      } catch (error) {
        if (turn.current === mine) setFailure(error)
      } finally {
        if (turn.current === mine) setBusy(false)
      }
    },
    [filter],
  )
  useEffect(() => void read(''), [read])
  const ask = (to: Asked) => {
    const at = new URLSearchParams()
    for (const [name, value] of Object.entries(to)) if (value) at.set(name, value)
    history.replaceState(history.state, '', at.size ? `?${at}` : location.pathname)
    setFilter(to)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    ask({ ...filter, search: String(form.get('search') ?? '').trim() })
  }
  return (
    <AuthLayout
      wide
      title={t('title')}
      subtitle={
        <span className="grid justify-items-start gap-2">
          {t('lead')}
          <span className="flex flex-wrap gap-x-4">
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
            label={t('search')}
            name="search"
            type="search"
            maxLength={100}
            defaultValue={filter.search}
          />
        </div>
        <Button type="submit" busy={busy}>
          {t('find')}
        </Button>
        <SelectField
          label={t('state')}
          value={filter.state}
          onChange={(e) =>
            ask({ ...filter, state: STATES.find((x) => x === e.target.value) ?? '' })
          }
        >
          <option value="">{t('all')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t(`states.${state}`)}
            </option>
          ))}
        </SelectField>
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
        </SelectField>
      </form>
      {failure || !rows ? (
        <Waiting failure={failure} again={() => void read('')} />
      ) : rows.length === 0 ? (
        <AuthCard>
          <p>{t('none')}</p>
        </AuthCard>
      ) : (
        <ul className="grid gap-3" aria-label={t('title')}>
          {rows.map((row) => (
            <li
              key={row.id}
              className="grid gap-1.5 rounded-xl border border-line bg-surface p-4 shadow-xs sm:p-5"
            >
              <div className="flex flex-wrap items-start justify-between gap-2">
                <h2 className="font-semibold wrap-anywhere">
                  <Anchor href={`/tenders/${row.id}`} className={linkClass}>
                    {row.title}
                  </Anchor>
                </h2>
                <Standing state={row.state} />
              </div>
              <p className="text-sm text-ink-2 wrap-anywhere">
                {t(`activities:words.${row.activity}.name`)} · {row.buyer} · {row.reference}
              </p>
              <p className="tabular text-sm text-ink-3">
                <Closing tender={row} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {rows && next ? (
        <Button busy={busy} onClick={() => void read(next)}>
          {t('more')}
        </Button>
      ) : null}
    </AuthLayout>
  )
}
