import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormCard, useKept } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import { Page } from '@zabuni/ui/page'
import { type ProblemForm, useProblemForm } from '@zabuni/ui/problem-form'
import { useParams } from 'react-router'
import { type BuyerProfile, buyerProfile, setServices } from './queries.ts'

type Line = {
  service: BuyerProfile['available_services'][number]
  bought: boolean
  starts_on: string
  ends_on: string
  note: string
}
type Values = { lines: Line[] }

const Form = ({ buyer }: { buyer: BuyerProfile }) => {
  const { t } = useTranslation('admin')
  const cache = useQueryClient()
  const back = `/zabuni/buyers/${buyer.id}/view`
  const form: ProblemForm<Values> = useProblemForm<Values>({
    keep: `services.${buyer.id}`,
    defaultValues: {
      lines: buyer.available_services.map((service) => {
        const has = buyer.services.find((s) => s.service === service)
        return {
          service,
          bought: !!has,
          starts_on: has?.starts_on ?? '',
          ends_on: has?.ends_on ?? '',
          note: has?.note ?? '',
        }
      }),
    },
    // The server counts what was bought only; the form shows every service.
    nameOf: (pointer): string => {
      const [, , at = '0', field = ''] = pointer.split('/')
      const bought = form.getValues('lines').flatMap((line, index) => (line.bought ? [index] : []))
      return `lines.${bought[Number(at)] ?? 0}.${field}`
    },
    submit: async ({ lines }) => {
      const services = lines
        .filter((l) => l.bought)
        .map(({ bought, ends_on, ...line }) => ({ ...line, ...(ends_on ? { ends_on } : {}) }))
      await setServices(buyer.id, { services })
      await cache.invalidateQueries({ queryKey: [...keys.companies, 'buyer', buyer.id] })
      kept.leave(back)
    },
  })
  const kept = useKept(form)
  return (
    <FormCard form={form} back={back} guard={kept.guard}>
      {form.getValues('lines').map((line, i) => (
        <fieldset key={line.service} className="grid gap-3">
          <legend className="sr-only">{t(`services.names.${line.service}`)}</legend>
          <Checkbox
            label={t(`services.names.${line.service}`)}
            {...form.register(`lines.${i}.bought`)}
          />
          {form.watch(`lines.${i}.bought`) ? (
            <div className="grid gap-4 pl-6 sm:grid-cols-3">
              <Bound form={form} name={`lines.${i}.starts_on`}>
                {(control) => (
                  <DateTimeField required dateOnly label={t('services.from')} {...control} />
                )}
              </Bound>
              <Bound form={form} name={`lines.${i}.ends_on`}>
                {(control) => <DateTimeField dateOnly label={t('services.to')} {...control} />}
              </Bound>
              <InputField label={t('services.noteField')} {...form.field(`lines.${i}.note`)} />
            </div>
          ) : null}
        </fieldset>
      ))}
    </FormCard>
  )
}

/** Which services of the platform a buyer bought. */
export default function Services() {
  const { t } = useTranslation('admin')
  const { buyerId = '' } = useParams()
  const query = useQuery(buyerProfile(buyerId))
  return (
    <Load as="form" query={query} title={t('services.title')}>
      {(b) => (
        <Page
          width="form"
          title={t('services.title')}
          subtitle={t('services.note')}
          crumbs={[
            { label: t('buyers.title'), to: '/zabuni/buyers' },
            { label: b.name, to: `/zabuni/buyers/${buyerId}/view` },
          ]}
        >
          <Form buyer={b} />
        </Page>
      )}
    </Load>
  )
}
