import { useHere } from '@zabuni/activities/ui/here'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { LANGUAGES, useTranslation } from '@zabuni/i18n'
import { formatDay } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TextQuoteIcon } from 'lucide-react'
import { useMemo } from 'react'
import { RiskBadge } from './parts.tsx'
import { type ClauseRow, clauses, SHELVES, TOPICS } from './queries.ts'

const column = columnsFor<ClauseRow>()
const CODES = Object.keys(LANGUAGES) as ClauseRow['language'][]
const YES = ['true'] as const

/** The clauses of a shelf: the company's own, or the platform's, which everybody may take. */
export default function Clauses() {
  const { t } = useTranslation('contracts')
  const { desk, href } = useHere()
  const at = useListParams()
  const query = useList(
    clauses(
      given({
        shelf: desk === 'operator' ? undefined : at.one('shelf', SHELVES),
        topic: [...at.many('topic', TOPICS)],
        language: [...at.many('language', CODES)],
        archived: at.one('archived', YES) === 'true',
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('title', {
        header: t('library.title'),
        meta: { width: '34%' },
        cell: ({ row: { original: c } }) => (
          <RowLink to={href('clause', { sectionId: c.id })} note={c.code}>
            {c.title}
          </RowLink>
        ),
      }),
      column.accessor('topic', {
        header: t('library.topic'),
        cell: (c) => t(`topics.${c.getValue()}`),
      }),
      column.accessor('language', {
        header: t('library.language'),
        cell: (c) => LANGUAGES[c.getValue()],
      }),
      column.accessor('risk', {
        header: t('library.risk'),
        cell: (c) => <RiskBadge risk={c.getValue()} />,
      }),
      column.accessor('mandatory', {
        header: t('library.use'),
        cell: ({ row: { original: c } }) =>
          c.archived ? (
            <Badge tone="neutral">{t('library.outOfUse')}</Badge>
          ) : (
            t(c.mandatory ? 'library.mandatory' : 'library.optional')
          ),
      }),
      column.accessor('version', { header: t('library.versionShort'), meta: { numeric: true } }),
      column.accessor('updated_at', {
        header: t('library.updated'),
        cell: (c) => <span className="tabular">{formatDay(c.getValue(), ownZone())}</span>,
      }),
    ],
    [t, href],
  )
  const create = mayI('MANAGE_DOCUMENTS') ? href('clauseCreate') : null
  const add = (
    <LinkButton look="primary" to={create}>
      {t('clauses.create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('clauses.title')}
      subtitle={t(desk === 'operator' ? 'clauses.platformNote' : 'clauses.note')}
      actions={add}
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('clauses.title')}
        search={t('clauses.search')}
        filters={[
          ...(desk === 'operator'
            ? []
            : [
                {
                  key: 'shelf',
                  label: t('library.shelf'),
                  options: SHELVES.map((s) => ({ value: s, label: t(`shelves.${s}`) })),
                },
              ]),
          {
            key: 'topic',
            kind: 'many',
            label: t('library.topic'),
            options: TOPICS.map((value) => ({ value, label: t(`topics.${value}`) })),
          },
          {
            key: 'language',
            kind: 'many',
            label: t('library.language'),
            options: CODES.map((value) => ({ value, label: LANGUAGES[value] })),
          },
          {
            key: 'archived',
            label: t('library.outOfUse'),
            options: [{ value: 'true', label: t('library.withOutOfUse') }],
          },
        ]}
        empty={{
          icon: <TextQuoteIcon size={18} />,
          title: t('clauses.empty'),
          body: t('clauses.emptyBody'),
          action: add,
        }}
      />
    </Page>
  )
}
