import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { mayI } from '@zabuni/routing/may'
import { ReasonDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Bound } from '@zabuni/ui/form'
import { Load } from '@zabuni/ui/load'
import { NumberField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { day } from '../parts.tsx'
import type { Contract } from '../queries.ts'
import { Asked } from './asked.tsx'
import { renewal, renewing, type Renewal as Said, SPENT, setRenewal } from './queries.ts'

const KINDS = ['none', 'option', 'automatic'] as const satisfies Said['kind'][]

type Props = { of: Contract; going: Said; onClose: () => void; onDone: () => Promise<void> }

const GoingDialog = ({ of, going, onClose, onDone }: Props) => {
  const { t } = useTranslation('inforce')
  const typed = (n: number) => (going.kind === 'none' ? '' : String(n))
  const form = useProblemForm<{
    kind: Said['kind']
    months: string
    times: string
    notice_days: string
  }>({
    defaultValues: {
      kind: going.kind,
      months: typed(going.months),
      times: typed(going.times),
      notice_days: typed(going.notice_days),
    },
    submit: async ({ kind, ...rest }) => {
      await setRenewal(of.id, {
        version: of.version,
        kind,
        ...(kind === 'none'
          ? {}
          : {
              months: Number(rest.months),
              times: Number(rest.times),
              notice_days: Number(rest.notice_days),
            }),
      })
      onClose()
      await onDone()
    },
  })
  return (
    <Asked form={form} title={t('going.change')} body={t('going.changeBody')} onClose={onClose}>
      <SelectField required label={t('going.kind')} {...form.field('kind')}>
        {KINDS.map((k) => (
          <option key={k} value={k}>
            {t(`going.kinds.${k}`)}
          </option>
        ))}
      </SelectField>
      {form.watch('kind') === 'none'
        ? null
        : (
            [
              ['months', t('going.months')],
              ['times', t('going.times')],
              ['notice_days', t('going.noticeDays')],
            ] as const
          ).map(([name, label]) => (
            <Bound key={name} form={form} name={name}>
              {(control) => <NumberField required digits={0} label={label} {...control} />}
            </Bound>
          ))}
    </Asked>
  )
}

const Going = ({ of, going: g }: { of: Contract; going: Said }) => {
  const { t } = useTranslation('inforce')
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'change' | 'renew' | 'notice'>()
  const manages = mayI('MANAGE_CONTRACT') && !SPENT.some((s) => s === of.status)
  const left = manages && of.status === 'active' && !!of.ends_on && g.times > 0 && !g.noticed_at
  const onClose = () => setAsking(undefined)
  const onDone = async () => {
    await cache.invalidateQueries({ queryKey: keys.contracts })
    toast('ok', t('due.saved'))
  }
  const act = left && g.kind !== 'none' ? (g.kind === 'option' ? 'renew' : 'notice') : null
  return (
    <Card title={t('going.title')}>
      <div className="grid gap-4">
        {g.noticed_at ? (
          <Banner tone="warn">
            {t('going.noticed', {
              name: g.noticed_by ?? '',
              at: formatMoment(g.noticed_at, of.timezone),
              day: day(of.ends_on),
            })}
          </Banner>
        ) : null}
        <Facts
          items={[
            { label: t('going.kind'), value: t(`going.kinds.${g.kind}`) },
            { label: t('going.until'), value: day(of.ends_on) },
            ...(g.kind === 'none'
              ? []
              : [
                  { label: t('going.months'), value: String(g.months) },
                  { label: t('going.times'), value: String(g.times) },
                  { label: t('going.noticeDays'), value: String(g.notice_days) },
                ]),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {act ? (
            <Button look="primary" onClick={() => setAsking(act)}>
              {t(`going.${act}`)}
            </Button>
          ) : null}
          {manages && !g.noticed_at ? (
            <Button onClick={() => setAsking('change')}>{t('going.change')}</Button>
          ) : null}
        </div>
      </div>
      {asking === 'change' ? (
        <GoingDialog of={of} going={g} onClose={onClose} onDone={onDone} />
      ) : null}
      {act ? (
        <ReasonDialog
          open={asking === act}
          onClose={onClose}
          title={t(`going.${act}`)}
          description={t(`going.${act}Body`, { months: g.months, day: day(of.ends_on) })}
          reasonHint={t('going.reasonHint')}
          action={t(`going.${act}`)}
          send={async (reason) => {
            await renewing(act, of.id, { version: of.version, reason })
            onClose()
            await onDone()
          }}
        />
      ) : null}
    </Card>
  )
}

/** How a contract goes on after its last day, and who said so. */
export const Renewal = ({ of }: { of: Contract }) => {
  const { t } = useTranslation('inforce')
  const query = useQuery(renewal(of.id))
  return (
    <Load query={query} title={t('going.title')}>
      {(going) => <Going of={of} going={going} />}
    </Load>
  )
}
