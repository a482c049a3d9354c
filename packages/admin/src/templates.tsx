import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@zabuni/api/buyer'
import { bytes } from '@zabuni/api/client'
import { saveFile } from '@zabuni/api/download'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatBytes, formatDate, formatDay } from '@zabuni/i18n/format'
import { problemText } from '@zabuni/i18n/problem'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { Dialog } from '@zabuni/ui/dialog'
import { Checkbox } from '@zabuni/ui/inputs'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { FileTextIcon, PlusIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAct } from './kit.tsx'
import { archiveDocumentTemplate, type Template, templates, versions } from './queries.ts'
import { CATEGORIES, TemplateForm, VersionForm } from './template-forms.tsx'

const column = columnsFor<Template>()

const fetchVersion = async (template: Template, number: number, name: string) => {
  const blob = await bytes(
    api.GET('/document-templates/{template_id}/versions/{number}', {
      params: { path: { template_id: template.id, number } },
      parseAs: 'blob',
    }),
  )
  saveFile(blob, name)
}

const Versions = ({ of: template, onDone }: { of: Template; onDone: () => void }) => {
  const { t, i18n } = useTranslation('admin')
  const query = useQuery(versions(template.id))
  const { act, busy } = useAct()
  const keeps = mayI('MANAGE_DOCUMENTS')
  const archive = () =>
    act('archive', () =>
      archiveDocumentTemplate(template.id, { archived: !template.archived }),
    ).then((ok) => ok && onDone())
  return (
    <div className="grid gap-5">
      {query.isError ? <p role="alert">{problemText(query.error, i18n)}</p> : null}
      <ul className="grid divide-y divide-line">
        {query.data?.items.map((v) => (
          <li key={v.number} className="flex items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0">
              <span className="font-medium">{t('templates.version', { number: v.number })}</span>
              <span className="block truncate text-ink-2">
                {v.file_name} · {formatBytes(v.size, i18n.language)}
              </span>
              <span className="block text-xs text-ink-3">
                {formatDate(v.created_at)} {v.by} {v.note ? `· ${v.note}` : ''}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={t('templates.downloadOf', { number: v.number })}
              onClick={() => void fetchVersion(template, v.number, v.file_name)}
            >
              {t('templates.download')}
            </Button>
          </li>
        ))}
      </ul>
      {keeps && !template.archived ? <VersionForm of={template} onDone={onDone} /> : null}
      {keeps ? (
        <div className="flex justify-end border-t border-line pt-4">
          <Button busy={busy === 'archive'} onClick={() => void archive()}>
            {t(template.archived ? 'templates.restore' : 'templates.archive')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** The documents that the company's jobs begin from. */
export default function Templates() {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const at = useListParams()
  const archived = at.get('archived') === 'true'
  const [open, setOpen] = useState<Template | 'new'>()
  const query = useList(
    templates(
      given({
        search: at.search,
        archived,
        category: at.many('category', CATEGORIES),
        ...at.days('updated'),
      }),
    ),
  )
  const done = () => {
    setOpen(undefined)
    void cache.invalidateQueries({ queryKey: keys.companies })
  }
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('name'),
        meta: { width: '35%' },
        cell: (c) => (
          <button
            type="button"
            className="text-left font-medium after:absolute after:inset-0 hover:text-brand"
            onClick={() => setOpen(c.row.original)}
          >
            {c.getValue()}
          </button>
        ),
      }),
      column.accessor('category', {
        header: t('templates.category'),
        cell: (c) => t(`templates.categories.${c.getValue()}`),
      }),
      column.accessor('version', { header: t('templates.latest'), meta: { numeric: true } }),
      column.accessor('updated_at', {
        header: t('templates.updated'),
        cell: (c) => <span className="text-ink-2">{formatDay(c.getValue(), ownZone())}</span>,
      }),
      column.accessor('archived', {
        header: t('status'),
        cell: (c) => (
          <Badge tone={c.getValue() ? 'neutral' : 'ok'}>
            {t(c.getValue() ? 'templates.archived' : 'active')}
          </Badge>
        ),
      }),
    ],
    [t],
  )
  return (
    <Page
      title={t('templates.title')}
      subtitle={t('templates.note')}
      actions={
        mayI('MANAGE_DOCUMENTS') ? (
          <Button
            look="primary"
            icon={<PlusIcon aria-hidden="true" size={15} />}
            onClick={() => setOpen('new')}
          >
            {t('templates.create')}
          </Button>
        ) : null
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('templates.title')}
        search={t('templates.search')}
        filters={[
          {
            key: 'category',
            kind: 'many',
            label: t('templates.category'),
            options: CATEGORIES.map((c) => ({ value: c, label: t(`templates.categories.${c}`) })),
          },
          { key: 'updated', kind: 'days', label: t('templates.updated') },
        ]}
        controls={
          <Checkbox
            label={t('templates.withArchived')}
            className="sm:ml-2"
            checked={archived}
            onChange={(e) => at.set({ archived: e.target.checked ? 'true' : '' })}
          />
        }
        narrowing={['archived']}
        paging={{ total: query.data?.items.length }}
        empty={{
          icon: <FileTextIcon size={18} />,
          title: t('templates.empty'),
          body: t('templates.emptyBody'),
        }}
      />
      <Dialog
        open={!!open}
        onClose={() => setOpen(undefined)}
        title={open && open !== 'new' ? open.name : t('templates.create')}
        description={open && open !== 'new' ? open.description || undefined : undefined}
      >
        {open === 'new' ? <TemplateForm onDone={done} /> : null}
        {open && open !== 'new' ? <Versions of={open} onDone={done} /> : null}
      </Dialog>
    </Page>
  )
}
