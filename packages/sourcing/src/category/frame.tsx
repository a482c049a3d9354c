import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'
import { activities, category } from '../queries.ts'
import { CATEGORY_TONES, statusOf, unpublished } from '../status.ts'
import { useActivity, useIds } from '../use-activity.tsx'
import { CategoryActions } from './actions.tsx'

/** The parts of a category. */
export type TabName = 'overview' | 'criteria' | 'items' | 'invited' | 'preview'
/** What each part is drawn from. */
export type TabProps = {
  found: Schemas['CategoryDetails']
  policy: Schemas['ActivityPolicy']
}

const useTabs = (
  found: Schemas['CategoryDetails'],
  policy: Schemas['ActivityPolicy'],
  now: TabName,
) => {
  const { t } = useTranslation(['sourcing', 'evaluation'])
  const { href } = useActivity()
  const ids = { jobId: found.job_id, categoryId: found.id }
  const details = href('categoryDetails', ids) ?? ''
  const tabs: Record<TabName, { to: string | null; count?: number }> = {
    overview: { to: details },
    criteria: {
      to: policy.steps.includes('criteria') ? `${details}?tab=criteria` : null,
      count: found.sections.reduce((n, s) => n + s.questions.length, 0),
    },
    items: {
      to: policy.steps.includes('items') ? href('items', ids) : null,
      count: found.items.length,
    },
    invited: { to: href('invited', ids), count: found.invited },
    preview: { to: href('previewQuestions', ids) ?? `${details}?tab=preview` },
  }
  const own = Object.entries(tabs).flatMap(([key, { to, count }]) => {
    const name = key as TabName
    return to ? [{ to, count, label: t(`tabs.${name}`), active: name === now, end: true }] : []
  })
  // What follows the closing has screens of its own; the way there stands from publishing on.
  const opening = unpublished(found) ? null : href('opening', { categoryId: found.id })
  return opening
    ? [...own, { to: opening, label: t('evaluation:tabs.label'), active: false, end: true }]
    : own
}

const Frame = ({
  found,
  policy,
  tab,
  actions,
  children,
}: TabProps & { tab: TabName; actions?: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation('sourcing')
  const { activity, href } = useActivity()
  const tabs = useTabs(found, policy, tab)
  const status = statusOf(found)
  const list = href('list')
  const details = href('details', { jobId: found.job_id })
  return (
    <Page
      title={found.name}
      crumbs={[
        ...(list ? [{ label: t(`words.${activity}.list`), to: list }] : []),
        ...(details ? [{ label: found.job_title, to: details }] : []),
      ]}
      status={<Badge tone={CATEGORY_TONES[status]}>{t(`categoryStatus.${status}`)}</Badge>}
      subtitle={`${found.reference} · ${t('category.numbered', { number: found.number })}`}
      actions={actions ?? <CategoryActions found={found} />}
    >
      <Tabs label={t('tabs.label')} items={tabs} />
      {children}
    </Page>
  )
}

/** A part of a category inside the frame that all parts share: title, state, actions, tabs. */
export const CategoryFrame = ({
  tab,
  actions,
  children,
}: {
  tab: TabName
  actions?: (props: TabProps) => ReactNode
  children: (props: TabProps) => ReactNode
}) => {
  const { t } = useTranslation('sourcing')
  const { activity } = useActivity()
  const { categoryId } = useIds()
  const table = useQuery(activities)
  const query = useQuery(category(categoryId))
  return (
    <Load query={table} title={t('tabs.label')}>
      {(rules) => (
        <Load query={query} title={t('tabs.label')}>
          {(found) => {
            const policy = rules.items.find((p) => p.activity === activity)
            if (!policy) return null
            const props = { found, policy }
            return (
              <Frame {...props} tab={tab} actions={actions?.(props)}>
                {children(props)}
              </Frame>
            )
          }}
        </Load>
      )}
    </Load>
  )
}
