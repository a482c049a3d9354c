import { useTranslation } from '@zabuni/i18n'
import { isWire, more } from '@zabuni/i18n/decimal'
import { isDay } from '@zabuni/i18n/format'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { VISIBILITIES } from './queries.ts'

/** What can be told of the form before the server is asked. */
export const useSchema = () => {
  const { t } = useTranslation(['common', 'errors', 'console'])
  return useMemo(() => {
    const required = t('errors:field.required')
    const needed = z.string().check(z.trim(), z.minLength(1, required))
    const isMoment = (v: string) => isDay(v.slice(0, 10))
    const notDate = t('console:form.notDate', { example: '31-12-2026' })
    const moment = needed.check(z.refine(isMoment, { error: notDate }))
    const maybeMoment = z.string().check(z.refine((v) => !v || isMoment(v), { error: notDate }))
    const number = z
      .string()
      .check(z.refine((v) => !v.trim() || isWire(v), { error: t('errors:field.format') }))
    const percent = number.check(
      z.refine((v) => !isWire(v) || !more(v, '100'), { error: t('console:form.max100') }),
    )
    const whole = z
      .string()
      .check(z.refine((v) => /^\d{0,3}$/.test(v), { error: t('errors:field.format') }))
    return z.object({
      code: needed,
      title: needed,
      description: z.string(),
      department_id: z.string(),
      plan_item_id: z.nullable(z.object({ id: z.string(), name: z.string() })),
      classification: z.string(),
      private: z.boolean(),
      instructions: z.string(),
      currency: needed,
      estimate: number,
      opens_at: moment,
      closes_at: maybeMoment,
      pass_mark: percent,
      asks: z.boolean(),
      invited_only: z.boolean(),
      starts_at: moment,
      ends_at: moment,
      hard_end: maybeMoment,
      start_price: number,
      reserve: number,
      show_reserve_met: z.boolean(),
      step_kind: z.enum(['amount', 'percent']),
      step: number.check(z.minLength(1, required)),
      improves: z.enum(['leader', 'own']),
      jump_percent: percent,
      window: number,
      extend: number,
      extend_from: z.enum(['receipt', 'close']),
      extend_on: z.enum(['any', 'leader', 'rank']),
      trigger_rank: whole,
      max_extensions: whole,
      visibility: z.enum(VISIBILITIES),
      show_bidders: z.boolean(),
    })
  }, [t])
}
