import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { given, useList } from '@zabuni/api/list'
import { useTranslation } from '@zabuni/i18n'
import { mayI } from '@zabuni/routing/may'
import { Badge } from '@zabuni/ui/badge'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { columnsFor } from '@zabuni/ui/data-table'
import { Dialog } from '@zabuni/ui/dialog'
import { InputField } from '@zabuni/ui/field'
import { FormFrame } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { LinkButton } from '@zabuni/ui/link-button'
import { List, RowLink } from '@zabuni/ui/list'
import { useListParams } from '@zabuni/ui/list-params'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { Building2Icon, PlusIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ActiveBadge, STANDINGS, useStandingFilter } from './kit.tsx'
import {
  type Branch,
  branches,
  createDepartment,
  type Department,
  updateDepartment,
} from './queries.ts'

const column = columnsFor<Branch>()

const DepartmentForm = ({
  current,
  list,
  onDone,
}: {
  current: Department | null
  list: readonly Branch[]
  onDone: () => void
}) => {
  const { t } = useTranslation(['admin', 'common'])
  const cache = useQueryClient()
  const form = useProblemForm({
    defaultValues: {
      name: current?.name ?? '',
      branch_id: current?.branch_id ?? list[0]?.id ?? '',
      active: current?.active ?? true,
    },
    submit: async (body) => {
      if (current) await updateDepartment(current.id, body)
      else await createDepartment(body)
      await cache.invalidateQueries({ queryKey: [...keys.companies, 'branches'] })
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} back={onDone}>
      <InputField required label={t('name')} maxLength={120} {...form.field('name')} />
      <SelectField required label={t('branches.branch')} {...form.field('branch_id')}>
        {list.map((b) => (
          <option key={b.id} value={b.id}>
            {b.name}
          </option>
        ))}
      </SelectField>
      {current ? <Checkbox label={t('active')} {...form.register('active')} /> : null}
    </FormFrame>
  )
}

/** Branches of the company with their departments. */
export default function Branches() {
  const { t } = useTranslation('admin')
  const at = useListParams()
  const standing = useStandingFilter()
  const query = useList(
    branches(given({ search: at.search, standing: at.many('standing', STANDINGS) })),
  )
  const keeps = mayI('UPDATE_COMPANY_INFO')
  const [editing, setEditing] = useState<Department | 'new'>()
  const list = query.data?.items ?? []
  const departments = query.data?.departments ?? []
  const columns = useMemo(
    () => [
      column.accessor('name', {
        header: t('name'),
        meta: { width: '30%' },
        cell: (c) =>
          keeps ? (
            <RowLink to={`/company/branches/${c.row.original.id}/update`}>{c.getValue()}</RowLink>
          ) : (
            c.getValue()
          ),
      }),
      column.accessor('code', { header: t('code') }),
      column.accessor('location_name', { header: t('location') }),
      column.accessor('departments', {
        header: t('branches.departments'),
        meta: { numeric: true },
      }),
      column.accessor('active', {
        header: t('status'),
        cell: (c) => <ActiveBadge active={c.getValue()} />,
      }),
    ],
    [t, keeps],
  )
  return (
    <Page
      title={t('branches.title')}
      subtitle={t('branches.note')}
      actions={
        keeps ? (
          <LinkButton
            to="/company/branches/create"
            look="primary"
            icon={<PlusIcon aria-hidden="true" size={15} />}
          >
            {t('branches.create')}
          </LinkButton>
        ) : null
      }
    >
      <List
        at={at}
        query={query}
        columns={columns}
        caption={t('branches.title')}
        search={t('branches.search')}
        filters={[standing]}
        paging={{ total: list.length }}
        empty={{
          icon: <Building2Icon size={18} />,
          title: t('branches.empty'),
          body: t('branches.emptyBody'),
        }}
      />
      <div className="mt-5">
        <Card
          title={t('branches.departments')}
          actions={
            keeps && list.length ? (
              <Button size="sm" onClick={() => setEditing('new')}>
                {t('branches.addDepartment')}
              </Button>
            ) : null
          }
        >
          {departments.length ? (
            <ul className="grid divide-y divide-line">
              {departments.map((d) => (
                <li key={d.id} className="flex items-center justify-between gap-3 py-2 text-sm">
                  <span>
                    <span className="font-medium">{d.name}</span>
                    <span className="block text-ink-2">{d.branch}</span>
                  </span>
                  <span className="flex items-center gap-2">
                    {d.active ? null : <Badge>{t('inactive')}</Badge>}
                    {keeps ? (
                      <Button
                        size="sm"
                        look="ghost"
                        aria-label={t('editOf', { name: d.name })}
                        onClick={() => setEditing(d)}
                      >
                        {t('edit')}
                      </Button>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-sm text-ink-2">{t('branches.noDepartments')}</p>
          )}
        </Card>
      </div>
      <Dialog
        open={!!editing}
        onClose={() => setEditing(undefined)}
        title={t(editing === 'new' ? 'branches.addDepartment' : 'branches.editDepartment')}
      >
        {editing ? (
          <DepartmentForm
            current={editing === 'new' ? null : editing}
            list={list}
            onDone={() => setEditing(undefined)}
          />
        ) : null}
      </Dialog>
    </Page>
  )
}
