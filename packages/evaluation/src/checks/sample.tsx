import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Card, Facts } from '@zabuni/ui/card'
import { Bound } from '@zabuni/ui/form'
import { NumberField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { type Checks, setSample } from '../queries.ts'

type Tally = Checks['tally']

/** A share as people say it: whole per cents where they are whole. */
export const share = (part: number, whole: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
    part / whole,
  )

/** How often two people found the same, of the answers that two have checked. */
export const agreement = (
  { agreed, compared }: Pick<Tally, 'agreed' | 'compared'>,
  language: string,
) => (compared ? share(agreed, compared, language) : '–')

const SampleForm = ({ d }: { d: Checks }) => {
  const { t } = useTranslation('evaluation')
  const client = useQueryClient()
  const form = useProblemForm({
    defaultValues: { percent: String(d.sample.percent) },
    submit: async ({ percent }) => {
      await setSample(d.category_id, { percent: Number(percent), version: d.sample.version })
      form.reset({ percent })
      await client.invalidateQueries({ queryKey: keys.category(d.category_id) })
      toast('ok', t('checks.sample.saved'))
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-3">
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <Bound form={form} name="percent">
        {(control) => (
          <NumberField
            label={t('checks.sample.percent')}
            hint={t(d.open ? 'checks.sample.grows' : 'checks.sample.hint', { least: d.least })}
            digits={0}
            after="%"
            className="w-28"
            {...control}
          />
        )}
      </Bound>
      {form.formState.isDirty ? (
        <div>
          <Button type="submit" look="primary" busy={form.busy}>
            {t('checks.sample.save')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

/** How many bids are checked a second time, how they were drawn, and how far that is. */
export const Sample = ({
  d,
  brief,
}: {
  d: Checks
  /** Its figures stand elsewhere on the screen. */
  brief?: boolean
}) => {
  const { t, i18n } = useTranslation('evaluation')
  const { tally } = d
  return (
    <Card title={t('checks.sample.title')}>
      <div className="grid gap-4">
        {d.draws && mayHere(d.activity, 'judge') ? (
          <SampleForm key={d.sample.version} d={d} />
        ) : null}
        <Facts
          items={[
            {
              label: t('checks.sample.size'),
              value: share(d.sample.percent, 100, i18n.language),
            },
            ...(d.bids.length && !brief
              ? [
                  {
                    label: t('checks.sample.drawn'),
                    value: t('checks.of', { done: tally.drawn, total: tally.bids }),
                  },
                  {
                    label: t('checks.sample.controlled'),
                    value: t('checks.of', { done: tally.controlled, total: tally.drawn }),
                  },
                  { label: t('checks.sample.agreed'), value: agreement(tally, i18n.language) },
                ]
              : []),
          ]}
        />
        {d.closing_root && d.bids.length ? (
          <details className="text-sm">
            <summary className="cursor-pointer text-ink-2 hover:text-ink">
              {t('checks.sample.how')}
            </summary>
            <p className="mt-2 text-ink-2">{t('checks.sample.rule')}</p>
            <p className="mt-2 text-xs text-ink-3">{t('checks.sample.root')}</p>
            <p className="font-mono text-xs break-all">{d.closing_root}</p>
          </details>
        ) : null}
      </div>
    </Card>
  )
}
