import { useTranslation } from '@zabuni/i18n'
import { dayText } from '@zabuni/i18n/format'
import { languageOf } from '@zabuni/i18n/languages'
import { Anchor } from '@zabuni/routing/ui/nav'
import { useCallback, useState } from 'react'
import { linkClass } from '../layout.tsx'
import { asked, PublicList } from './frame.tsx'
import { readPlanned, recordOf } from './queries.ts'

/** What buyers mean to buy, for everybody. */
export default function PlannedPurchases() {
  const { t, i18n } = useTranslation(['tenders', 'activities'])
  const [filter, setFilter] = useState(() => asked(new URLSearchParams(location.search)))
  const language = languageOf(i18n.language)
  const read = useCallback(
    (after: string) =>
      readPlanned({
        limit: 20,
        language,
        ...(after ? { after } : {}),
        ...(filter.search ? { search: filter.search } : {}),
        ...(filter.country ? { country: [filter.country] } : {}),
      }),
    [filter, language],
  )
  return (
    <PublicList
      words={{
        title: t('planned.title'),
        lead: t('planned.lead'),
        search: t('planned.search'),
        none: t('planned.none'),
      }}
      here="/tenders/planned"
      filter={filter}
      onFilter={setFilter}
      read={read}
      row={(item) => (
        <>
          <h2 className="font-semibold wrap-anywhere">{item.title}</h2>
          <p className="text-sm text-ink-2 wrap-anywhere">
            {t(`activities:words.${item.activity}.name`)} · {item.buyer} · {item.plan}
          </p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            CPV {item.class} {item.class_name}
          </p>
          <p className="tabular flex flex-wrap gap-x-4 text-sm text-ink-3">
            <span className="whitespace-nowrap">
              {t('planned.publishes', { day: dayText(item.publish_on) })}
            </span>
            <span className="whitespace-nowrap">
              {t('planned.awards', { day: dayText(item.award_on) })}
            </span>
          </p>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {item.tender_id ? (
              <Anchor href={`/tenders/${item.tender_id}`} className={linkClass}>
                {t('planned.tender')}
              </Anchor>
            ) : null}
            <a href={recordOf(item.id)} className={linkClass}>
              {t('record')}
            </a>
          </p>
        </>
      )}
    />
  )
}
