import { useQuery, useQueryClient } from '@tanstack/react-query'
import { to } from '@zabuni/activities/address'
import { useHere } from '@zabuni/activities/ui/here'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { Bound, FormFrame, FormPart, useKept } from '@zabuni/ui/form'
import { useListParams } from '@zabuni/ui/list-params'
import { Load } from '@zabuni/ui/load'
import { NumberField } from '@zabuni/ui/number-field'
import { Page } from '@zabuni/ui/page'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { type Reserved, reserved, setReserved } from '../procurement/queries.ts'
import { askedYear } from '../procurement/year.ts'

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']

const Form = ({ found }: { found: Reserved }) => {
  const { t, i18n } = useTranslation('procurement')
  const { href } = useHere()
  const cache = useQueryClient()
  const back = to(href('procurementReserved'), { query: { year: String(found.year) } })
  // All groups together first, then each, as they stand in what is sent: what is wrong is told by its place.
  const rows = [undefined, ...found.groups]
  const form = useProblemForm({
    keep: `reserved.${found.year}.${found.version}`,
    defaultValues: {
      first_month: String(found.first_month),
      shares: rows.map((group) => ({
        share: found.shares.find((s) => s.group_id === group?.id)?.share ?? '',
      })),
    },
    submit: async ({ first_month, shares }) => {
      await setReserved(found.year, {
        first_month: Number(first_month),
        shares: rows.map((group, i) => ({
          ...(group ? { group_id: group.id } : {}),
          share: shares[i]?.share || '0',
        })),
        version: found.version,
      })
      await cache.invalidateQueries({ queryKey: keys.procurement })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' })
  return (
    <FormFrame form={form} guard={kept.guard} back={back} action={t('reserved.set')}>
      <FormPart title={t('reserved.form.what')} body={t('reserved.form.whatBody')}>
        <SelectField required label={t('reserved.form.month')} {...form.field('first_month')}>
          {MONTHS.map((value) => (
            <option key={value} value={value}>
              {month.format(Date.UTC(2026, Number(value) - 1, 1))}
            </option>
          ))}
        </SelectField>
      </FormPart>
      <FormPart title={t('reserved.form.shares')} body={t('reserved.form.sharesBody')}>
        {rows.map((group, i) => (
          <Bound key={group?.id ?? 'together'} form={form} name={`shares.${i}.share`}>
            {(control) => (
              <NumberField
                label={group?.name ?? t('reserved.together')}
                {...(group ? {} : { hint: t('reserved.togetherHint') })}
                digits={2}
                after="%"
                {...control}
              />
            )}
          </Bound>
        ))}
      </FormPart>
    </FormFrame>
  )
}

/** Says which shares of a financial year are kept for special groups. */
export default function ReservedForm() {
  const { t } = useTranslation('procurement')
  const { href } = useHere()
  const year = askedYear(useListParams().get('year'))
  const query = useQuery(reserved(year))
  const title = t('reserved.set')
  return (
    <Load as="form" title={title} query={[query]}>
      {([found]) => (
        <Page
          width="form"
          title={`${title} · ${year}`}
          crumbs={[
            { label: t('title'), to: href('procurementPlans') },
            {
              label: t('reserved.title'),
              to: to(href('procurementReserved'), { query: { year: String(year) } }),
            },
          ]}
        >
          <Form key={found.version} found={found} />
        </Page>
      )}
    </Load>
  )
}
