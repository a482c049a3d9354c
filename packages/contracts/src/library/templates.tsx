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
import { LayoutTemplateIcon } from 'lucide-react'
import { useMemo } from 'react'
import { SHELVES, type TemplateRow, templates } from './queries.ts'

const column = columnsFor<TemplateRow>()
const CODES = Object.keys(LANGUAGES) as TemplateRow['language'][]
const YES = ['true'] as const

/** The contract templates of a shelf. */
export default function Templates() {
  const { t } = useTranslation('contracts')
  const { desk, href } = useHere()
  const at = useListParams()
  const query = useList(
    templates(
      given({
        shelf: desk === 'operator' ? undefined : at.one('shelf', SHELVES),
        language: [...at.many('language', CODES)],
        archived: at.one('archived', YES) === 'true',
        search: at.search,
        after: at.after,
      }),
    ),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('templates.name'),
        meta: { width: '44%' },
        cell: ({ row: { original: one } }) => (
          <RowLink
            to={href('contractTemplate', { templateId: one.id })}
            {...(one.description ? { note: one.description } : {})}
          >
            {one.name}
          </RowLink>
        ),
      }),
      column.accessor('language', {
        header: t('library.language'),
        cell: (c) => LANGUAGES[c.getValue()],
      }),
      column.accessor('part_count', { header: t('templates.parts'), meta: { numeric: true } }),
      column.accessor('version', { header: t('library.versionShort'), meta: { numeric: true } }),
      column.accessor('archived', {
        header: t('library.use'),
        cell: (c) =>
          c.getValue() ? <Badge tone="neutral">{t('library.outOfUse')}</Badge> : t('library.inUse'),
      }),
      column.accessor('updated_at', {
        header: t('library.updated'),
        cell: (c) => <span className="tabular">{formatDay(c.getValue(), ownZone())}</span>,
      }),
    ],
    [t, href],
  )
  const create = mayI('MANAGE_DOCUMENTS') ? href('contractTemplateCreate') : null
  const add = (
    <LinkButton look="primary" to={create}>
      {t('templates.create')}
    </LinkButton>
  )
  return (
    <Page title={t('templates.title')} subtitle={t('templates.note')} actions={add}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('templates.title')}
        search={t('templates.search')}
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
          icon: <LayoutTemplateIcon size={18} />,
          title: t('templates.empty'),
          body: t('templates.emptyBody'),
          action: add,
        }}
      />
    </Page>
  )
}
