import { useTranslation } from '@zabuni/i18n'
import { QUANTITY_DIGITS } from '@zabuni/i18n/decimal'
import { faultText } from '@zabuni/i18n/problem'
import { Button } from '@zabuni/ui/button'
import { cx } from '@zabuni/ui/cx'
import { controlClass, Field } from '@zabuni/ui/field'
import { Checkbox } from '@zabuni/ui/inputs'
import { useTypedNumber } from '@zabuni/ui/number-field'
import { useFollowed } from '@zabuni/ui/use-followed'
import type { ReactNode } from 'react'
import { answerKey } from './draft.ts'
import { FileAnswer } from './file-answer.tsx'
import { Must, Points } from './parts.tsx'
import type { Question } from './queries.ts'
import { useBidWork } from './use-draft.ts'

const FEW = 6

/** The label that a screen reader and an eye both understand. */
const Label = ({ question }: { question: Question }) => (
  <>
    {question.prompt}
    {question.must_answer ? <Must /> : null}
    <Points most={question.max_score} />
  </>
)

const chosen = (value: string): string[] => {
  try {
    const list: unknown = JSON.parse(value || '[]')
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

const Group = ({
  question,
  error,
  children,
}: {
  question: Question
  error: string | undefined
  children: ReactNode
}) => (
  <fieldset
    className="grid gap-1"
    aria-describedby={
      [question.help && `${question.id}-help`, error && `${question.id}-error`]
        .filter(Boolean)
        .join(' ') || undefined
    }
  >
    <legend className="mb-1.5 text-sm font-medium">
      <Label question={question} />
    </legend>
    {children}
    {question.help ? (
      <p id={`${question.id}-help`} className="text-xs text-ink-3">
        {question.help}
      </p>
    ) : null}
    {error ? (
      <p id={`${question.id}-error`} className="text-xs text-bad">
        {error}
      </p>
    ) : null}
  </fieldset>
)

type Props = {
  question: Question
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const Choices = ({
  question,
  value,
  error,
  onChange,
  options,
  wide,
}: Props & {
  options: readonly { value: string; label: string }[]
  wide: boolean
}) => {
  const { t } = useTranslation('bidding')
  const { open } = useBidWork()
  return (
    <Group question={question} error={error}>
      <div className={wide ? 'flex flex-wrap items-center gap-2' : 'grid gap-1'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-9 items-center gap-2.5 rounded-md text-sm max-sm:min-h-11',
              wide && 'border px-4',
              wide && (value === option.value ? 'border-brand bg-brand-soft' : 'border-control'),
            )}
          >
            <input
              type="radio"
              name={question.id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="size-4 shrink-0 accent-brand"
            />
            {option.label}
          </label>
        ))}
        {value && open ? (
          <Button
            size="sm"
            look="ghost"
            className="-ml-2.5 justify-self-start"
            onClick={() => onChange('')}
          >
            {t('answer.clear')}
          </Button>
        ) : null}
      </div>
    </Group>
  )
}

const NumberAnswer = ({ question, value, error, onChange }: Props) => {
  // What another tab or a conflict brings replaces the text only when nobody is typing here.
  const number = useTypedNumber(value, { digits: QUANTITY_DIGITS, signed: true })
  return (
    <Field
      label={<Label question={question} />}
      hint={question.help || undefined}
      error={number.fault ?? error}
    >
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={number.shown}
          onChange={(e) => {
            const wire = number.type(e.target.value)
            if (wire !== null) onChange(wire)
          }}
          onBlur={number.rest}
          className={cx(controlClass, 'tabular h-9 max-w-60 max-sm:h-11')}
        />
      )}
    </Field>
  )
}

const Control = (props: Props) => {
  const { question, value, error, onChange } = props
  const { t } = useTranslation('bidding')
  const { t: common } = useTranslation()
  const yes = { yes: t('answer.yes'), no: t('answer.no') }
  switch (question.response_type) {
    case 'number':
      return <NumberAnswer {...props} />
    case 'boolean':
      return (
        <Choices
          {...props}
          wide
          options={[
            { value: 'true', label: yes.yes },
            { value: 'false', label: yes.no },
          ]}
        />
      )
    case 'true_false':
      return (
        <Choices
          {...props}
          wide
          options={[
            { value: 'true', label: t('answer.true') },
            { value: 'false', label: t('answer.false') },
          ]}
        />
      )
    case 'yes_no':
      return (
        <Choices
          {...props}
          wide
          options={[
            { value: 'yes', label: yes.yes },
            { value: 'no', label: yes.no },
          ]}
        />
      )
    case 'checkboxes': {
      const set = chosen(value)
      return (
        <Group question={question} error={error}>
          {question.options.map((option) => (
            <Checkbox
              key={option.id}
              label={option.label}
              className="min-h-8"
              checked={set.includes(option.id)}
              onChange={(e) => {
                const next = question.options
                  .map((o) => o.id)
                  .filter((id) => (id === option.id ? e.target.checked : set.includes(id)))
                onChange(next.length ? JSON.stringify(next) : '')
              }}
            />
          ))}
        </Group>
      )
    }
    case 'selection':
      if (question.options.length <= FEW)
        return (
          <Choices
            {...props}
            wide={false}
            options={question.options.map((o) => ({ value: o.id, label: o.label }))}
          />
        )
      return (
        <Field
          label={<Label question={question} />}
          hint={question.help || undefined}
          error={error}
        >
          {(control) => (
            <select
              {...control}
              value={value}
              onChange={(e) => onChange(e.target.value)}
              className={cx(controlClass, 'h-9 max-sm:h-11')}
            >
              <option value="">{common('form.choose')}</option>
              {question.options.map((o) => (
                <option key={o.id} value={o.id}>
                  {o.label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )
    default: {
      const long = question.response_type === 'textbox'
      return (
        <Field
          label={<Label question={question} />}
          hint={question.help || undefined}
          error={error}
        >
          {(control) =>
            long ? (
              <textarea
                {...control}
                rows={5}
                value={value}
                onChange={(e) => onChange(e.target.value)}
                className={cx(controlClass, 'field-sizing-content min-h-28 py-2')}
              />
            ) : (
              <input
                {...control}
                value={value}
                onChange={(e) => onChange(e.target.value)}
                className={cx(controlClass, 'h-9 max-sm:h-11')}
              />
            )
          }
        </Field>
      )
    }
  }
}

/** A value as a person reads it. */
export const useShownValue = () => {
  const { t } = useTranslation('bidding')
  return (question: Question, value: string): string => {
    if (!value) return ''
    const label = (id: string) => question.options.find((o) => o.id === id)?.label ?? ''
    switch (question.response_type) {
      case 'selection':
        return label(value)
      case 'checkboxes':
        return chosen(value).map(label).filter(Boolean).join(', ')
      case 'true_false':
        return value === 'true' ? t('answer.true') : t('answer.false')
      case 'boolean':
      case 'yes_no':
        return value === 'true' || value === 'yes' ? t('answer.yes') : t('answer.no')
      default:
        return value
    }
  }
}

/** Both values of an answer that was changed elsewhere meanwhile. */
export const Conflict = ({
  mine,
  theirs,
  onKeep,
}: {
  mine: string
  theirs: string
  onKeep: (which: 'mine' | 'theirs') => void
}) => {
  const { t } = useTranslation('bidding')
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-warn-soft p-3 text-sm">
      <p className="font-medium text-warn">{t('conflict.title')}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((which) => (
          <div
            key={which}
            className="grid content-between gap-2 rounded-md border border-line bg-surface p-3"
          >
            <div>
              <p className="text-xs text-ink-3">{t(`conflict.${which}`)}</p>
              <p className="break-words whitespace-pre-line">
                {(which === 'mine' ? mine : theirs) || t('conflict.empty')}
              </p>
            </div>
            <Button size="sm" className="justify-self-start" onClick={() => onKeep(which)}>
              {t(`conflict.keep.${which}`)}
            </Button>
          </div>
        ))}
      </div>
    </div>
  )
}

/** One question with its answer. */
export const Answer = ({ question }: { question: Question }) => {
  const { value, answer, held, draft } = useBidWork()
  const shown = useShownValue()
  const key = answerKey(question.id)
  const why = held(key)
  const now = value(question)
  // The outbox holds the truth; the field answers at once.
  const { own: text, setOwn: setText, told } = useFollowed(now)
  if (question.response_type === 'file_upload')
    return <FileAnswer question={question} label={<Label question={question} />} />
  return (
    <div className="grid gap-2">
      <Control
        question={question}
        value={text}
        error={why?.kind === 'refused' ? faultText(why) : undefined}
        onChange={(next) => {
          setText(next)
          told(next)
          answer(question, next)
        }}
      />
      {why?.kind === 'conflict' ? (
        <Conflict
          mine={shown(question, now)}
          theirs={shown(question, why.theirs)}
          onKeep={(which) => void draft.outbox.resolve(key, which)}
        />
      ) : null}
    </div>
  )
}
