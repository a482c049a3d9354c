import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { countryName } from '@zabuni/i18n/country'
import { formatDay } from '@zabuni/i18n/format'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { EmptyState } from '@zabuni/ui/empty'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { type Head, PlainRow, TableFrame } from '@zabuni/ui/plain-table'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { ListOrderedIcon } from 'lucide-react'
import { useState } from 'react'
import { inviteByTurn, type Turn } from '../queries.ts'
import type { Added } from './passed.tsx'

const MOST = 50
const FIRST = 3

/** Invites out of a list those whose turn it is; whoever chooses others says why. */
export const InviteByTurn = ({
  to,
  list,
  turns,
  onDone,
}: {
  to: Schemas['CategoryDetails']
  list: string
  turns: readonly Turn[]
  onDone: (added: Added) => void
}) => {
  const { t, i18n } = useTranslation('sourcing')
  const [count, setCount] = useState(Math.min(FIRST, turns.length))
  const first = (n: number) => new Set(turns.slice(0, n).map((one) => one.supplier_id))
  const [chosen, setChosen] = useState(() => first(count))
  const proposed = first(count)
  const departs = chosen.size !== proposed.size || [...proposed].some((id) => !chosen.has(id))
  const form = useProblemForm({
    defaultValues: { reason: '', supplier_ids: '' },
    submit: async ({ reason }) =>
      onDone(
        await inviteByTurn(to.id, {
          list_id: list,
          count,
          supplier_ids: [...chosen],
          ...(departs ? { reason } : {}),
        }),
      ),
  })
  const heads: readonly Head[] = [
    { key: 'supplier', label: t('invite.supplier') },
    { key: 'country', label: t('invite.country') },
    { key: 'last', label: t('turn.last') },
    { key: 'times', label: t('turn.times'), numeric: true },
  ]
  if (!turns.length)
    return (
      <EmptyState
        icon={<ListOrderedIcon size={18} />}
        title={t('turn.nobody')}
        body={t('turn.nobodyBody')}
      />
    )
  const { error: badChoice } = form.field('supplier_ids')
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Card
        title={t('turn.title')}
        flush
        footer={
          <Button look="primary" type="submit" busy={form.busy} disabled={!chosen.size}>
            {t('invite.send', { count: chosen.size })}
          </Button>
        }
      >
        <div className="grid gap-3 p-4">
          {form.failure || badChoice ? (
            <Banner tone="bad">{form.failure ?? badChoice}</Banner>
          ) : null}
          <p className="max-w-prose text-sm text-ink-2">{t('turn.note')}</p>
          <SelectField
            label={t('turn.count')}
            value={String(count)}
            onChange={(e) => {
              const n = Number(e.target.value)
              setCount(n)
              setChosen(first(n))
            }}
          >
            {turns.slice(0, MOST).map((one, i) => (
              <option key={one.supplier_id} value={i + 1}>
                {i + 1}
              </option>
            ))}
          </SelectField>
        </div>
        <TableFrame caption={t('turn.title')} heads={heads}>
          {turns.map((one) => (
            <PlainRow
              key={one.supplier_id}
              heads={heads}
              cells={[
                <span key="name" className="flex flex-wrap items-center gap-2">
                  <Checkbox
                    checked={chosen.has(one.supplier_id)}
                    onChange={(e) => {
                      const next = new Set(chosen)
                      if (e.target.checked) next.add(one.supplier_id)
                      else next.delete(one.supplier_id)
                      setChosen(next)
                    }}
                    label={<span className="font-medium wrap-anywhere">{one.name}</span>}
                  />
                  {proposed.has(one.supplier_id) ? (
                    <Badge tone="info">{t('turn.proposed')}</Badge>
                  ) : null}
                </span>,
                countryName(one.country, i18n.language),
                one.last ? formatDay(one.last, to.timezone) : t('turn.never'),
                one.times,
              ]}
            />
          ))}
        </TableFrame>
        {departs ? (
          <div className="border-t border-line p-4">
            <TextareaField
              required
              rows={3}
              maxLength={1000}
              label={t('turn.reason')}
              hint={t('turn.reasonHint')}
              {...form.field('reason')}
            />
          </div>
        ) : null}
      </Card>
    </form>
  )
}
