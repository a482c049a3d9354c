import { isFixed } from '@zabuni/api/response-types'
import { useTranslation } from '@zabuni/i18n'
import { Button, IconButton } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { MoveButtons } from '@zabuni/ui/move-buttons'
import { NumberField } from '@zabuni/ui/number-field'
import type { ProblemForm } from '@zabuni/ui/problem-form'
import { listError } from '@zabuni/ui/problem-form'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { QuestionValues } from './question-values.ts'

type Props = { form: ProblemForm<QuestionValues> }

const ListError = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="text-xs text-bad">
      {text}
    </p>
  ) : null

/** The choices of a question: the author's own, or the two that the kind of answer has. */
export const OptionsEditor = ({ form, fixed }: Props & { fixed: boolean }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'options' })
  const scored = form.watch('scored')
  if (fixed && !scored) return null
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">
        {fixed ? t('question.fixedScores') : t('question.options')}
      </legend>
      {fields.map((option, i) => (
        <div key={option.id} className="flex items-start gap-2">
          {fixed ? (
            <span className="flex h-9 flex-1 items-center text-sm max-sm:h-11">
              {isFixed(option.label) ? t(`preview.answers.${option.label}`) : option.label}
              <input type="hidden" {...form.register(`options.${i}.label`)} />
            </span>
          ) : (
            <div className="min-w-0 flex-1">
              <InputField
                label={
                  <span className={i ? 'sr-only' : ''}>{t('question.option', { n: i + 1 })}</span>
                }
                maxLength={300}
                {...form.field(`options.${i}.label`)}
              />
            </div>
          )}
          {scored ? (
            <div className="w-24">
              <Bound form={form} name={`options.${i}.score`}>
                {(control) => (
                  <NumberField
                    label={
                      <span className={i || fixed ? 'sr-only' : ''}>
                        {t('question.scoreOf', { n: i + 1 })}
                      </span>
                    }
                    {...control}
                  />
                )}
              </Bound>
            </div>
          ) : null}
          {fixed ? null : (
            <span className={`flex shrink-0 max-sm:flex-wrap ${i ? '' : 'pt-6.5'}`}>
              <MoveButtons
                name={form.watch(`options.${i}.label`) || String(i + 1)}
                index={i}
                count={fields.length}
                onMove={(to) => move(i, to)}
              />
              <IconButton
                size="sm"
                label={t('question.removeOption', { n: i + 1 })}
                icon={<Trash2Icon aria-hidden="true" size={15} />}
                onClick={() => remove(i)}
              />
            </span>
          )}
        </div>
      ))}
      <ListError text={listError(form, 'options')} />
      {fixed ? null : (
        <div>
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden="true" size={15} />}
            onClick={() => append({ label: '', score: '' })}
          >
            {t('question.addOption')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Scores by the band that a number falls into; the first and the last band have an open end. */
export const BandsEditor = ({ form }: Props) => {
  const { t } = useTranslation('sourcing')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'bands' })
  const bands = form.watch('bands')
  const add = () => {
    const last = bands.at(-1)
    append({ lower: last?.upper ?? '', upper: '', score: '' })
  }
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-0.5 text-sm font-medium">{t('question.bands')}</legend>
      <p className="mb-1 text-xs text-ink-3">{t('question.bandsHint')}</p>
      {fields.map((band, i) => (
        <div key={band.id} className="grid grid-cols-[1fr_1fr_1fr_auto] items-start gap-2">
          <Bound form={form} name={`bands.${i}.lower`}>
            {(control) => (
              <NumberField
                signed
                label={t('question.bandFrom')}
                placeholder={i ? '' : t('question.bandNoStart')}
                {...control}
              />
            )}
          </Bound>
          <Bound form={form} name={`bands.${i}.upper`}>
            {(control) => (
              <NumberField
                signed
                label={t('question.bandBelow')}
                placeholder={i === fields.length - 1 ? t('question.bandNoEnd') : ''}
                {...control}
              />
            )}
          </Bound>
          <Bound form={form} name={`bands.${i}.score`}>
            {(control) => <NumberField label={t('question.score')} {...control} />}
          </Bound>
          <IconButton
            size="sm"
            className="mt-7"
            label={t('question.removeBand', { n: i + 1 })}
            icon={<Trash2Icon aria-hidden="true" size={15} />}
            onClick={() => remove(i)}
          />
        </div>
      ))}
      <ListError text={listError(form, 'bands')} />
      <div>
        <Button size="sm" icon={<PlusIcon aria-hidden="true" size={15} />} onClick={add}>
          {t('question.addBand')}
        </Button>
      </div>
    </fieldset>
  )
}
