import { useQueryClient } from '@tanstack/react-query'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { ActButton } from '@zabuni/ui/act'
import { Badge } from '@zabuni/ui/badge'
import { columnsFor } from '@zabuni/ui/data-table'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { TextLink } from '@zabuni/ui/text-link'
import { TagsIcon } from 'lucide-react'
import { useMemo } from 'react'
import { archiveCategory, type Category, categories } from './queries.ts'

const column = columnsFor<Category>()
const YES = ['true'] as const

/** What contracts of a kind begin with, how long they are kept, how early their end is told. */
export default function Categories() {
  const { t } = useTranslation('contracts')
  const { href } = useHere()
  const cache = useQueryClient()
  const at = useListParams()
  const may = mayI('MANAGE_CONTRACT')
  const query = useList(
    categories(given({ search: at.search, archived: at.one('archived', YES) === 'true' })),
  )
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('categories.name'),
        meta: { width: '30%' },
        cell: ({ row: { original: c } }) => (
          <RowLink
            to={may && !c.archived ? href('contractCategoryEdit', { categoryId: c.id }) : null}
          >
            {c.name}
          </RowLink>
        ),
      }),
      column.accessor('template_name', {
        header: t('categories.template'),
        cell: ({ row: { original: c } }) =>
          c.template_id ? (
            <TextLink to={href('contractTemplate', { templateId: c.template_id })}>
              {c.template_name ?? ''}
            </TextLink>
          ) : (
            '–'
          ),
      }),
      column.accessor('retention_years', {
        header: t('categories.retention'),
        meta: { numeric: true },
      }),
      column.accessor('reminder_days', {
        header: t('categories.reminders'),
        cell: (c) => <span className="tabular">{c.getValue().join(', ') || '–'}</span>,
      }),
      column.accessor('archived', {
        header: t('library.use'),
        cell: ({ row: { original: c } }) => (
          <span className="flex items-center justify-between gap-2">
            {c.archived ? (
              <Badge tone="neutral">{t('library.outOfUse')}</Badge>
            ) : (
              t('library.inUse')
            )}
            {may ? (
              <ActButton
                size="sm"
                act={async () => {
                  await archiveCategory(c.id, !c.archived)
                  await cache.invalidateQueries({ queryKey: keys.contracts })
                }}
              >
                {t(c.archived ? 'library.putBack' : 'library.takeOut')}
              </ActButton>
            ) : null}
          </span>
        ),
      }),
    ],
    [t, href, may, cache],
  )
  const add = (
    <LinkButton look="primary" to={may ? href('contractCategoryCreate') : null}>
      {t('categories.create')}
    </LinkButton>
  )
  return (
    <Page title={t('categories.title')} subtitle={t('categories.note')} actions={add}>
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('categories.title')}
        search={t('categories.search')}
        filters={[
          {
            key: 'archived',
            label: t('library.outOfUse'),
            options: [{ value: 'true', label: t('library.withOutOfUse') }],
          },
        ]}
        empty={{
          icon: <TagsIcon size={18} />,
          title: t('categories.empty'),
          body: t('categories.emptyBody'),
          action: add,
        }}
      />
    </Page>
  )
}
