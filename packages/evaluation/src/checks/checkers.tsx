import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { problemText } from '@zabuni/i18n/problem'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { type CheckedBid, type Checks, giveCheck, type Turn } from '../queries.ts'

/** Who is meant by an identifier; nobody is nobody. */
export const nameOf = (d: Checks, id: string | undefined) =>
  d.checkers.find((c) => c.id === id)?.name

/** Whom a check is for; while it is not finished it can be given to somebody else. */
export const Checker = ({ d, bid, turn }: { d: Checks; bid: CheckedBid; turn: Turn }) => {
  const { t, i18n } = useTranslation('evaluation')
  const client = useQueryClient()
  const part = bid[turn]
  const done = nameOf(d, part.finished_by)
  if (done)
    return (
      <span className="text-sm text-ink-2 max-sm:grow">
        {t('checks.checkedBy', { name: done })}
      </span>
    )
  const other = bid[turn === 'first' ? 'second' : 'first']
  // Whoever makes the other check does not make this one.
  const free = d.checkers.filter(
    (c) => c.interest === 'none' && ![other.checker_id, other.finished_by].includes(c.id),
  )
  if (!d.open || !mayHere(d.activity, 'judge'))
    return (
      <span className="text-sm text-ink-2">
        {nameOf(d, part.checker_id) ?? t('checks.anybody')}
      </span>
    )
  const give = async (id: string) => {
    try {
      const whom = id ? { checker_id: id } : {}
      await giveCheck(bid.submission_id, turn, { ...whom, version: part.version })
    } catch (error) {
      toast('bad', problemText(error, i18n))
    }
    await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
  }
  return (
    <div className="-mt-1.5 w-52 max-sm:w-full">
      <SelectField
        label={
          <span className="sr-only">{t(`checks.whose.${turn}`, { name: bid.supplier_name })}</span>
        }
        value={part.checker_id ?? ''}
        onChange={(e) => void give(e.target.value)}
      >
        <option value="">{t('checks.anybody')}</option>
        {free.map((c) => (
          <option key={c.id} value={c.id}>
            {c.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
