import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { ownZone } from '@zabuni/api/session'
import { useTranslation } from '@zabuni/i18n'
import { formatDay, formatMoment } from '@zabuni/i18n/format'
import { Button } from '@zabuni/ui/button'
import { columnsFor } from '@zabuni/ui/data-table'
import { Dialog } from '@zabuni/ui/dialog'
import { List } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { PlusIcon, ShieldOffIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DecisionForm, NoticeForm, WhitelistForm } from './blacklist-forms.tsx'
import { CaseBadge, CaseStory, expired } from './case.tsx'
import { onOperatorDesk } from './kit.tsx'
import { CASE_STATUSES, type Case, cases, GROUNDS } from './queries.ts'

const column = columnsFor<Case>()

/** Notices and decisions against suppliers, with what this desk may do next. */
export default function Blacklist() {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const at = useListParams()
  // Who comes from a supplier begins a notice to it.
  const [noticing, setNoticing] = useState(!!at.get('supplier'))
  const [shown, setShown] = useState<Case>()
  const query = useList(
    cases(
      given({
        search: at.search,
        status: at.many('status', CASE_STATUSES),
        ground: at.many('ground', GROUNDS),
        ...at.days('noticed'),
        ...at.days('expires'),
        after: at.after,
      }),
    ),
  )
  const done = () => {
    setNoticing(false)
    setShown(undefined)
    void cache.invalidateQueries({ queryKey: [...keys.companies, 'cases'] })
  }
  const columns = useMemo(
    () => [
      column.accessor('supplier', {
        header: t('blacklist.supplier'),
        meta: { width: '30%' },
        cell: (c) => (
          <button
            type="button"
            className="text-left font-medium after:absolute after:inset-0 hover:text-brand"
            onClick={() => setShown(c.row.original)}
          >
            {c.getValue()}
          </button>
        ),
      }),
      column.accessor('ground', {
        header: t('blacklist.ground'),
        cell: (c) => t(`case.ground.${c.getValue()}`),
      }),
      column.accessor('platform', {
        header: t('blacklist.scope'),
        cell: (c) => t(c.getValue() ? 'groups.platform' : 'groups.own'),
      }),
      column.accessor('status', {
        header: t('status'),
        cell: (c) => <CaseBadge of={c.row.original} />,
      }),
      column.accessor('expires_at', {
        header: t('blacklist.until'),
        cell: (c) => {
          const row = c.row.original
          const at = row.status === 'notified' ? row.reply_by : row.expires_at
          return <span className="text-ink-2">{at ? formatDay(at, ownZone()) : '–'}</span>
        },
      }),
    ],
    [t],
  )
  const ours = shown && shown.platform === onOperatorDesk()
  return (
    <Page
      title={t('blacklist.title')}
      subtitle={t('blacklist.note')}
      actions={
        <Button
          look="primary"
          icon={<PlusIcon aria-hidden="true" size={15} />}
          onClick={() => setNoticing(true)}
        >
          {t('blacklist.give')}
        </Button>
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('blacklist.title')}
        search={t('blacklist.search')}
        filters={[
          {
            key: 'status',
            kind: 'many',
            label: t('status'),
            options: CASE_STATUSES.map((s) => ({ value: s, label: t(`case.status.${s}`) })),
          },
          {
            key: 'ground',
            kind: 'many',
            label: t('blacklist.ground'),
            options: GROUNDS.map((g) => ({ value: g, label: t(`case.ground.${g}`) })),
          },
          { key: 'noticed', kind: 'days', label: t('case.notice') },
          { key: 'expires', kind: 'days', label: t('blacklist.until') },
        ]}
        empty={{
          icon: <ShieldOffIcon size={18} />,
          title: t('blacklist.empty'),
          body: t('blacklist.emptyBody'),
        }}
      />
      <Dialog open={noticing} onClose={() => setNoticing(false)} title={t('blacklist.give')}>
        {noticing ? (
          <NoticeForm
            of={at.get('supplier') ? { id: at.get('supplier'), name: at.get('name') } : null}
            onDone={done}
            onCancel={() => setNoticing(false)}
          />
        ) : null}
      </Dialog>
      <Dialog
        open={!!shown}
        onClose={() => setShown(undefined)}
        title={shown?.supplier ?? ''}
        description={
          shown?.status === 'notified'
            ? t('notices.replyBy', { date: formatMoment(shown.reply_by, ownZone()) })
            : undefined
        }
      >
        {shown ? (
          <div className="grid gap-5">
            <CaseStory of={shown} />
            {ours && (shown.status === 'notified' || shown.status === 'replied') ? (
              <DecisionForm of={shown} onDone={done} />
            ) : null}
            {ours && shown.status === 'blacklisted' && !expired(shown) ? (
              <WhitelistForm of={shown} onDone={done} />
            ) : null}
          </div>
        ) : null}
      </Dialog>
    </Page>
  )
}
