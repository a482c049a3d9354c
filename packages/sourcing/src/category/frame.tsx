import { useQuery } from '@tanstack/react-query'
import { type Address, to } from '@zabuni/activities/address'
import { unpublished } from '@zabuni/activities/status'
import { CategoryBadge } from '@zabuni/activities/ui/badges'
import { useActivity, useHere } from '@zabuni/activities/ui/here'
import { LoadRecord } from '@zabuni/activities/ui/record'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Page } from '@zabuni/ui/page'
import { Tabs } from '@zabuni/ui/tabs'
import type { ReactNode } from 'react'
import { category } from '../queries.ts'
import { CategoryActions } from './actions.tsx'

/** The parts of a category. */
const TABS = ['overview', 'criteria', 'items', 'invited', 'preview', 'room'] as const
/** One of them. */
export type TabName = (typeof TABS)[number]
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
  const { href } = useHere()
  const ids = { jobId: found.job_id, categoryId: found.id }
  const details = href('categoryDetails', ids)
  const tabs: Record<TabName, { to: Address | null; count?: number }> = {
    overview: { to: details },
    criteria: {
      to:
        href('categoryTechnical', ids) ??
        (policy.steps.includes('criteria') ? to(details, { query: { tab: 'criteria' } }) : null),
      count: found.sections.reduce((n, s) => n + s.questions.length, 0),
    },
    items: {
      to: policy.steps.includes('items') ? href('items', ids) : null,
      count: found.items.length,
    },
    invited: { to: href('invited', ids), count: found.invited },
    room: { to: unpublished(found) ? null : href('room', { categoryId: found.id }) },
    preview: { to: href('previewQuestions', ids) ?? to(details, { query: { tab: 'preview' } }) },
  }
  const own = TABS.map((name) => ({
    ...tabs[name],
    label: t(`tabs.${name}`),
    active: name === now,
    end: true,
  }))
  // What follows the closing has screens of its own; the way there stands from publishing on.
  const of = { categoryId: found.id }
  const after = unpublished(found)
    ? null
    : (href('opening', of) ?? href('evaluationInstructions', of))
  return [...own, { to: after, label: t('evaluation:tabs.label'), active: false, end: true }]
}

const Frame = ({
  found,
  policy,
  tab,
  actions,
  children,
}: TabProps & { tab: TabName; actions?: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation(['sourcing', 'activities'])
  const { word, href } = useActivity()
  const tabs = useTabs(found, policy, tab)
  const jobAt = href('details', { jobId: found.job_id })
  return (
    <Page
      title={found.name}
      crumbs={[
        { label: word('list'), to: href('list') },
        // What is one with its job is named once.
        ...(jobAt ? [{ label: found.job_title, to: jobAt }] : []),
        ...(found.parent_id
          ? [
              {
                label: found.name,
                to: href('categoryDetails', { jobId: found.job_id, categoryId: found.parent_id }),
              },
            ]
          : []),
      ]}
      status={<CategoryBadge status={found.status} activity={found.activity} />}
      subtitle={
        found.round
          ? [
              found.reference,
              t('activities:round.name', { number: found.round }),
              ...(found.best_and_final ? [t('activities:round.final')] : []),
            ].join(' · ')
          : `${found.reference} · ${t('category.numbered', { number: found.number })}`
      }
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
  const { categoryId } = useHere().ids
  const query = useQuery(category(categoryId))
  return (
    <LoadRecord query={query} title={t('tabs.label')}>
      {(found) => {
        // The category's own: it may do without steps that its activity has.
        const props = { found, policy: found.policy }
        return (
          <Frame {...props} tab={tab} actions={actions?.(props)}>
            {children(props)}
          </Frame>
        )
      }}
    </LoadRecord>
  )
}
