import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import type { Privilege } from '@zabuni/routing/guard'
import { useProof } from '@zabuni/routing/ui/proof'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { toast } from '@zabuni/ui/toast'
import { UnsavedGuard } from '@zabuni/ui/unsaved'
import { useMemo, useRef, useState } from 'react'
import { usePlace } from '../place.ts'
import { type PrivilegeRow, type Role, role, setPrivileges } from '../queries.ts'

type State = PrivilegeRow['state']
const STATES = ['assigned', 'denied', 'none'] as const
const GROUPS = [
  'users',
  'tender',
  'rfq',
  'prequal',
  'asset',
  'jobs',
  'decisions',
  'contracts',
  'companies',
  'payments',
  'profile',
  'reports',
] as const

const chosen = {
  assigned: 'has-checked:bg-ok-soft has-checked:text-ok',
  denied: 'has-checked:bg-bad-soft has-checked:text-bad',
  none: 'has-checked:bg-sunken has-checked:text-ink',
} as const

const Line = ({
  row,
  state,
  locked,
  onState,
}: {
  row: PrivilegeRow
  state: State
  locked: boolean
  onState: (state: State) => void
}) => {
  const { t } = useTranslation('people')
  const title = row.title as Privilege
  const apart = (row.apart ?? []) as Privilege[]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="grid min-w-60 flex-1 gap-0.5">
        <p className="font-medium">{t(`privileges.${title}.label`)}</p>
        <p className="text-sm text-ink-2">{t(`privileges.${title}.opens`)}</p>
        {apart.length ? (
          <p className="text-xs text-ink-3">
            {t('rights.apart', { other: apart.map((p) => t(`privileges.${p}.label`)).join(', ') })}
          </p>
        ) : null}
        {row.grantable || locked ? null : (
          <p className="text-xs text-warn">{t('rights.notYours')}</p>
        )}
      </div>
      <fieldset className="flex overflow-hidden rounded-md border border-control">
        <legend className="sr-only">{t(`privileges.${title}.label`)}</legend>
        {STATES.map((value) => {
          // Granting what one lacks is refused by the server; opening what is denied is granting.
          const closed =
            locked ||
            (!row.grantable &&
              value !== row.state &&
              (value === 'assigned' || row.state === 'denied'))
          return (
            <label
              key={value}
              className={`flex h-9 cursor-pointer items-center border-l border-control px-3 text-sm font-medium text-ink-2 first-of-type:border-l-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed max-sm:h-11 ${chosen[value]}`}
            >
              <input
                type="radio"
                className="sr-only"
                name={title}
                value={value}
                checked={state === value}
                disabled={closed}
                onChange={() => onState(value)}
              />
              {t(`rights.${value}`)}
            </label>
          )
        })}
      </fieldset>
    </li>
  )
}

const Form = ({ found }: { found: Role }) => {
  const { t, i18n } = useTranslation(['people', 'common'])
  const { scope, href, buyerId } = usePlace()
  const cache = useQueryClient()
  const { withProof, proofDialog } = useProof()
  const rows = found.privileges ?? []
  const before = useMemo(
    () => Object.fromEntries(rows.map((r) => [r.title, r.state])) as Record<string, State>,
    [rows],
  )
  const [changed, setChanged] = useState<Record<string, State>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const banner = useRef<HTMLDivElement>(null)
  const now = { ...before, ...changed }
  const count = rows.filter((r) => now[r.title] !== before[r.title]).length
  const of = (state: State) =>
    rows
      .filter((r) => now[r.title] === state)
      .map((r) => r.title) as Schemas['PrivilegeRow']['title'][]

  const save = async () => {
    setBusy(true)
    setFailure('')
    try {
      await withProof(() =>
        setPrivileges(found.id, { assigned: of('assigned'), denied: of('denied') }, scope),
      )
      await cache.invalidateQueries({ queryKey: keys.people })
      setChanged({})
      toast('ok', t('done.rights'))
    } catch (error) {
      setFailure(problemText(error, i18n))
      requestAnimationFrame(() => banner.current?.focus())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      title={found.name}
      subtitle={found.protected ? t('roles.protectedHint') : found.description || t('rights.note')}
      crumbs={[{ label: t('roles.title'), to: href('roles', { buyerId }) }]}
      status={found.protected ? <Badge tone="info">{t('roles.protected')}</Badge> : null}
    >
      <UnsavedGuard when={count > 0 && !busy} />
      <div className="grid gap-4">
        {failure ? (
          <Banner tone="bad" ref={banner}>
            {failure}
          </Banner>
        ) : null}
        <p className="max-w-prose text-sm text-ink-2">{t('rights.rule')}</p>
        {GROUPS.map((group) => {
          const inside = rows.filter((r) => r.group === group)
          return inside.length ? (
            <Card key={group} flush title={t(`groups.${group}`)}>
              <ul>
                {inside.map((row) => (
                  <Line
                    key={row.title}
                    row={row}
                    state={now[row.title] ?? 'none'}
                    locked={found.protected}
                    onState={(state) => setChanged({ ...changed, [row.title]: state })}
                  />
                ))}
              </ul>
            </Card>
          ) : null
        })}
        {found.protected ? null : (
          <div className="sticky bottom-4 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-pop">
            <p role="status" className="text-sm text-ink-2">
              {count
                ? t('rights.changed', { count })
                : t('rights.holders', { count: found.holders })}
            </p>
            <div className="flex gap-2">
              <Button disabled={!count} onClick={() => setChanged({})}>
                {t('common:actions.discard')}
              </Button>
              <Button look="primary" disabled={!count} busy={busy} onClick={() => void save()}>
                {t('rights.save')}
              </Button>
            </div>
          </div>
        )}
      </div>
      {proofDialog}
    </Page>
  )
}

/** What a role opens and what it closes, group by group. */
export default function Privileges() {
  const { t } = useTranslation('people')
  const { scope, roleId } = usePlace()
  const query = useQuery(role(roleId, scope))
  return (
    <Load as="form" query={query} title={t('rights.title')}>
      {(found) => <Form found={found} />}
    </Load>
  )
}
