import { drawnOf } from '@zabuni/activities/drawn'
import type { Schemas } from '@zabuni/api/desk'
import { useTranslation } from '@zabuni/i18n'
import { Bound, FormPart } from '@zabuni/ui/form'
import { Checkbox } from '@zabuni/ui/inputs'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import type { CategoryValues } from './category-values.ts'

/** Steps that some activity's category may do without and that have words; another shows by the server's name. */
const isKnown = (step: string): step is 'criteria' => step === 'criteria'

/** What a category may do without, each with what follows from it. */
export const StepsPart = ({
  form,
  policy,
}: {
  form: ProblemForm<CategoryValues>
  policy: Schemas['ActivityPolicy']
}) => {
  const { t } = useTranslation('sourcing')
  const { scored, shares } = drawnOf(policy)
  // What the answers are for, where questions are asked.
  const use = shares ? 'weighed' : scored ? 'passed' : 'read'
  return (
    <FormPart title={t('without.title')} body={t('without.body')}>
      <Bound form={form} name="without">
        {({ value, onChange }) =>
          policy.optional.filter(isKnown).map((step) => {
            const has = !value.includes(step)
            return (
              <Checkbox
                key={step}
                name={`without.${step}`}
                label={t(`without.${step}.label`)}
                hint={t(has ? `without.${step}.${use}` : `without.${step}.none`)}
                checked={has}
                onChange={() =>
                  onChange(has ? [...value, step] : value.filter((other) => other !== step))
                }
              />
            )
          })
        }
      </Bound>
    </FormPart>
  )
}
