import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@zabuni/i18n'
import { Badge } from '@zabuni/ui/badge'
import { Banner } from '@zabuni/ui/banner'
import { Bound, FormPart } from '@zabuni/ui/form'
import { Checkbox, RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { Load } from '@zabuni/ui/load'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { RiskBadge } from '../library/parts.tsx'
import { RISKS, type Risk } from '../library/queries.ts'
import { CIRCUMSTANCES, type Proposal, proposal, SUBJECTS } from './queries.ts'
import { answersOf, type Values } from './values.ts'

type Props = { form: ProblemForm<Values> }

const Proposed = ({ of }: { of: Proposal }) => {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-3">
      {of.clauses.length ? (
        <ol className="divide-y divide-line rounded-md border border-line text-sm">
          {of.clauses.map((c) => (
            <li key={c.section_id} className="grid gap-1 px-3 py-2">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{c.title}</span>
                {c.mandatory ? <Badge tone="info">{t('library.mandatory')}</Badge> : null}
                <RiskBadge risk={c.risk} />
              </span>
              <span className="text-xs text-ink-3">
                {t('library.codeVersion', { code: c.code, number: c.version })}
                {' · '}
                {t(`topics.${c.topic}`)}
                {' · '}
                {t(`because.${c.because}`)}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-ink-2">{t('making.noClauses')}</p>
      )}
      {of.unanswered.length ? (
        <Banner tone="warn">
          {t('making.unanswered', {
            topics: of.unanswered.map((topic) => t(`topics.${topic}`)).join(', '),
          })}
        </Banner>
      ) : null}
    </div>
  )
}

/** What a model may write beside them, where one is configured. */
const Assistance = ({ form, model }: Props & { model: string }) => {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-3">
      <Bound form={form} name="assisted">
        {({ value, onChange }) => (
          <Checkbox
            label={t('making.assisted')}
            checked={value}
            onChange={(e) => onChange(e.target.checked)}
          />
        )}
      </Bound>
      <p className="text-xs text-ink-2">{t('making.assistedHint', { model })}</p>
      {form.watch('assisted') ? (
        <TextareaField
          rows={3}
          maxLength={1000}
          label={t('making.wish')}
          hint={t('making.wishHint')}
          {...form.field('wish')}
        />
      ) : null}
    </div>
  )
}

/** Questions whose answers choose the clauses; what they choose is shown while one answers. */
export const QuestionsPart = ({ form, buyer, model }: Props & { buyer: string; model: string }) => {
  const { t } = useTranslation('contracts')
  const values = form.watch()
  const query = useQuery(
    proposal({
      language: values.language,
      answers: answersOf(values),
      ...(buyer ? { buyer_id: buyer } : {}),
      ...(values.contract_category_id ? { contract_category_id: values.contract_category_id } : {}),
    }),
  )
  return (
    <>
      <FormPart title={t('making.asked')} body={t('making.questionsBody')}>
        <Bound form={form} name="subject">
          {({ onBlur: _, ...control }) => (
            <RadioGroup
              label={t('making.subject')}
              options={SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) }))}
              {...control}
            />
          )}
        </Bound>
        <Bound form={form} name="circumstances">
          {({ value, onChange }) => (
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-medium">{t('making.circumstances')}</legend>
              {CIRCUMSTANCES.map((one) => (
                <Checkbox
                  key={one}
                  label={t(`circumstances.${one}`)}
                  checked={value.includes(one)}
                  onChange={(e) =>
                    onChange(e.target.checked ? [...value, one] : value.filter((v) => v !== one))
                  }
                />
              ))}
            </fieldset>
          )}
        </Bound>
        <SelectField label={t('making.risk')} hint={t('making.riskHint')} {...form.field('risk')}>
          {(Object.keys(RISKS) as Risk[]).map((risk) => (
            <option key={risk} value={risk}>
              {t(`risks.${risk}`)}
            </option>
          ))}
        </SelectField>
      </FormPart>
      <FormPart title={t('making.proposed')} body={t('making.proposedBody')}>
        <Load query={query} title={t('making.proposed')}>
          {(of) => <Proposed of={of} />}
        </Load>
        {model ? <Assistance form={form} model={model} /> : null}
      </FormPart>
    </>
  )
}
