import { useTranslation } from '@zabuni/i18n'
import { Anchor } from '@zabuni/routing/ui/nav'
import { SelectField } from '@zabuni/ui/select'
import { useCallback, useState } from 'react'
import { linkClass } from '../layout.tsx'
import { type Asked, asked, PublicList } from './frame.tsx'
import { Closing, Standing } from './parts.tsx'
import { readTenders, STATES, type State } from './queries.ts'

/** What an address asks for; what it has no word for is not asked. */
const fromAddress = (): Asked & { state: State | '' } => {
  const at = new URLSearchParams(location.search)
  return { ...asked(at), state: STATES.find((x) => x === at.get('state')) ?? '' }
}

/** What is open and what was awarded, for everybody. */
export default function Tenders() {
  const { t } = useTranslation(['tenders', 'activities'])
  const [filter, setFilter] = useState(fromAddress)
  const read = useCallback(
    (after: string) =>
      readTenders({
        limit: 20,
        ...(after ? { after } : {}),
        ...(filter.search ? { search: filter.search } : {}),
        ...(filter.state ? { state: [filter.state] } : {}),
        ...(filter.country ? { country: [filter.country] } : {}),
      }),
    [filter],
  )
  return (
    <PublicList
      words={{ title: t('title'), lead: t('lead'), search: t('search'), none: t('none') }}
      here="/tenders"
      filter={filter}
      onFilter={setFilter}
      narrows={(ask) => (
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
      )}
      read={read}
      row={(tender) => (
        <>
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h2 className="font-semibold wrap-anywhere">
              <Anchor href={`/tenders/${tender.id}`} className={linkClass}>
                {tender.title}
              </Anchor>
            </h2>
            <Standing state={tender.state} />
          </div>
          <p className="text-sm text-ink-2 wrap-anywhere">
            {t(`activities:words.${tender.activity}.name`)} · {tender.buyer} · {tender.reference}
          </p>
          <p className="tabular text-sm text-ink-3">
            <Closing tender={tender} />
          </p>
        </>
      )}
    />
  )
}
