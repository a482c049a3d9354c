import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { InputField } from '@zabuni/ui/field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { beginSigning, type Signing } from './queries.ts'

type Values = {
  days: string
  signers: { account_id: string; capacity: string; turn: string }[]
}

const SIDES = ['buyer', 'counterparty'] as const

/** Who shall sign, in which turn, and until when: what is signed is made of this when it is sent. */
export const BeginSigning = ({ of }: { of: Signing }) => {
  const { t } = useTranslation(['contracts', 'common'])
  const cache = useQueryClient()
  const first = (side: Signing['candidates'][number]['side'], turn: string) => {
    const account_id = of.candidates.find((c) => c.side === side)?.account_id
    return account_id ? [{ account_id, capacity: '', turn }] : []
  }
  const form = useProblemForm<Values>({
    keep: `contractSigning.${of.id}.${of.sum.slice(0, 12)}`,
    defaultValues: {
      days: '14',
      signers: [...first('counterparty', '1'), ...first('buyer', '2')],
    },
    submit: async ({ days, signers }) => {
      try {
        await beginSigning(of.id, {
          sum: of.sum,
          days: Number(days) || 0,
          signers: signers.map(({ account_id, capacity, turn }) => ({
            account_id,
            capacity,
            turn: Number(turn) || 0,
          })),
        })
        toast('ok', t('signing.begun'))
      } finally {
        // Whatever stood in its way is shown as it is now.
        await cache.invalidateQueries({ queryKey: keys.contracts })
      }
    },
  })
  const rows = useFieldArray({ control: form.control, name: 'signers' })
  const noneOf = SIDES.filter((side) => !of.candidates.some((c) => c.side === side))
  const wrong = form.formState.errors.signers as { root?: unknown; message?: string } | undefined
  return (
    <Card title={t('signing.ask')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <p className="text-sm text-ink-2">{t('signing.askBody')}</p>
        {noneOf.map((side) => (
          <Banner key={side} tone="warn">
            {t(`signing.nobody.${side}`)}
          </Banner>
        ))}
        {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
        {wrong?.message ? <Banner tone="bad">{wrong.message}</Banner> : null}
        <ul className="grid gap-4">
          {rows.fields.map((row, i) => (
            <li key={row.id} className="grid gap-3 rounded-md border border-line p-3">
              <SelectField
                required
                label={t('signing.person', { number: i + 1 })}
                {...form.field(`signers.${i}.account_id`)}
              >
                {SIDES.map((side) => (
                  <optgroup key={side} label={t(`signing.sides.${side}`)}>
                    {of.candidates
                      .filter((c) => c.side === side)
                      .map((c) => (
                        <option key={c.account_id} value={c.account_id}>
                          {c.name}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </SelectField>
              <div className="grid gap-3 sm:grid-cols-[1fr_110px_auto] sm:items-start">
                <InputField
                  required
                  label={t('signing.capacity')}
                  hint={t('signing.capacityHint')}
                  maxLength={100}
                  {...form.field(`signers.${i}.capacity`)}
                />
                <InputField
                  required
                  inputMode="numeric"
                  label={t('signing.turn')}
                  {...form.field(`signers.${i}.turn`)}
                />
                <Button
                  icon={<Trash2Icon size={15} />}
                  className="sm:mt-6"
                  aria-label={t('signing.removePerson', { number: i + 1 })}
                  onClick={() => rows.remove(i)}
                >
                  {t('common:actions.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <p className="text-xs text-ink-3">{t('signing.turnHint')}</p>
        <div>
          <Button
            size="sm"
            icon={<PlusIcon size={15} />}
            onClick={() =>
              rows.append({
                account_id: of.candidates[0]?.account_id ?? '',
                capacity: '',
                turn: String(rows.fields.length + 1),
              })
            }
          >
            {t('signing.addPerson')}
          </Button>
        </div>
        <InputField
          required
          inputMode="numeric"
          label={t('signing.days')}
          hint={t('signing.daysHint')}
          {...form.field('days')}
        />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={form.busy}>
            {t('signing.send')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
