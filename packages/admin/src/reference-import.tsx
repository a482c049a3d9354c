import { useQueryClient } from '@tanstack/react-query'
import { bytes, data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api } from '@zabuni/api/operator'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDecimal } from '@zabuni/i18n/format'
import { faultText } from '@zabuni/i18n/problem'
import { UploadFrame } from '@zabuni/tasks/upload'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { columnsFor, DataTable } from '@zabuni/ui/data-table'
import { EmptyState } from '@zabuni/ui/empty'
import { toast } from '@zabuni/ui/toast'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import {
  checkReferenceList,
  type ReferenceCheck,
  type ReferenceList,
  takeReferenceList,
} from './queries.ts'
import { listOf } from './reference.tsx'

type Row = ReferenceCheck['rows'][number]

const COUNTS = ['new', 'changed', 'same', 'gone'] as const
/** How the columns of a publisher's table are called, by the key of a fault. */
const COLUMNS = ['code', 'name', 'country', 'day'] as const
/** As the server takes it. */
const MAX_BYTES = 8_000_000

const column = columnsFor<Row>()

const Faulty = ({ check }: { check: ReferenceCheck }) => {
  const { t, i18n } = useTranslation(['admin', 'tasks'])
  const columns = useMemo(
    () => [
      column.accessor('row', { header: t('reference.row') }),
      column.display({
        id: 'faults',
        header: t('reference.toCorrect'),
        meta: { width: '85%' },
        cell: (c) => (
          <ul className="grid gap-0.5 py-1 text-sm whitespace-normal">
            {c.row.original.faults.map((f) => {
              const named = COLUMNS.find((x) => x === f.column)
              return (
                <li key={(f.column ?? '') + f.code}>
                  <span className="font-medium">
                    {named ? t(`reference.columns.${named}`) : f.column?.toUpperCase()}:{' '}
                  </span>
                  {faultText(f, i18n)}
                </li>
              )
            })}
          </ul>
        ),
      }),
    ],
    [t, i18n],
  )
  return (
    <>
      <Banner tone="bad">{t('reference.faulty', { count: check.faulty })}</Banner>
      <DataTable
        caption={t('reference.toCorrect')}
        columns={columns}
        rows={check.rows}
        rowId={(row) => String(row.row)}
        paging={{ total: check.faulty }}
        empty={<EmptyState title={t('reference.empty')} />}
      />
      {check.faulty > check.rows.length ? (
        <p className="text-sm text-ink-2">
          {t('tasks:upload.first', { count: check.rows.length })}
        </p>
      ) : null}
    </>
  )
}

/** Which parts of a list a file takes the place of, in words. */
const usePart = () => {
  const { i18n } = useTranslation('admin')
  return (part: string) => {
    const [country = '', year] = part.split(' ')
    return year ? `${countryName(country, i18n.language)} ${year}` : part
  }
}

const Result = ({
  list,
  check,
  busy,
  onStart,
}: {
  list: ReferenceList
  check: ReferenceCheck
  busy: boolean
  onStart: () => void
}) => {
  const { t, i18n } = useTranslation('admin')
  const part = usePart()
  const does = check.new + check.changed + check.gone > 0
  return (
    <section aria-label={t('reference.result')} className="grid gap-3">
      {check.faulty ? (
        <Faulty check={check} />
      ) : (
        <Card
          title={t('reference.result')}
          actions={
            does ? (
              <Button look="primary" busy={busy} onClick={onStart}>
                {t('reference.take')}
              </Button>
            ) : undefined
          }
        >
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {COUNTS.map((what) => (
              <div key={what}>
                <dt className="text-xs text-ink-2">{t(`reference.counts.${what}`)}</dt>
                <dd className="tabular text-xl font-semibold">
                  {formatDecimal(String(check[what]), i18n.language, 0)}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 max-w-prose text-sm text-ink-2">
            {t(`reference.takes.${list}`, { parts: check.parts.map(part).join(', ') })}{' '}
            {does ? t('reference.undone') : t('reference.nothing')}
          </p>
        </Card>
      )}
    </section>
  )
}

/** A publisher's file: what it would do is seen before it takes the place of what the list said. */
export default function ReferenceImport() {
  const { t } = useTranslation(['admin', 'errors'])
  const cache = useQueryClient()
  const list = listOf(useParams().list)
  if (!list) return <EmptyState title={t('errors:not_found')} />
  const back = `/zabuni/reference-data/${list}`
  return (
    <UploadFrame
      kind={{
        title: t(`reference.import.${list}`),
        note: t(`reference.importNote.${list}`),
        crumbs: [{ label: t('reference.title'), to: back }],
        templateName: `${list}.xlsx`,
        template: () =>
          bytes(
            api.GET('/reference-lists/{list_name}/workbook', {
              params: { path: { list_name: list } },
              parseAs: 'blob',
            }),
          ),
        check: (file) => data(checkReferenceList(list, file)),
        start: async ({ stamp }, _, file) => {
          await data(takeReferenceList(list, file, stamp))
          await cache.invalidateQueries({ queryKey: keys.companies })
          toast('ok', t('reference.done'))
          return back
        },
      }}
      words={{
        step1: t('reference.step1'),
        templateNote: t(`reference.template.${list}`),
        template: t('reference.download'),
        file: t('reference.file'),
        fileHint: t('reference.fileHint'),
        types: ['xlsx', 'csv'],
        maxBytes: MAX_BYTES,
      }}
      result={(check, busy, onStart) => (
        <Result list={list} check={check} busy={busy} onStart={onStart} />
      )}
    />
  )
}
