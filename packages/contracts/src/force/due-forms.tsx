import { useTranslation } from '@zabuni/i18n'
import { short } from '@zabuni/i18n/decimal'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { MoneyField } from '@zabuni/ui/number-field'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { FilePick, type Picked } from '../making/pick.tsx'
import { Asked } from './asked.tsx'
import { KINDS, verdicts } from './due-words.ts'
import { type Duty, type DutyForm, handIn, judge, setDuty, type Verdict } from './queries.ts'

type Props = { onClose: () => void; onDone: () => Promise<void> }

/** Sets what is due under a contract, or changes it while nothing was done about it. */
export const DutyDialog = ({
  contract,
  was,
  currency,
  other,
  onClose,
  onDone,
}: Props & {
  contract: string
  was: Duty | undefined
  currency: string
  /** Who owes it, where the buyer does not. */
  other: string
}) => {
  const { t } = useTranslation(['inforce', 'contracts'])
  const form = useProblemForm<Required<DutyForm>>({
    defaultValues: {
      kind: was?.kind ?? 'delivery',
      side: was?.side ?? 'counterparty',
      title: was?.title ?? '',
      due_on: was?.due_on ?? '',
      amount: was?.amount ? short(was.amount) : '',
    },
    submit: async ({ amount, ...rest }) => {
      await setDuty(contract, was, { ...rest, ...(rest.kind === 'payment' ? { amount } : {}) })
      onClose()
      await onDone()
    },
  })
  const kind = form.watch('kind')
  return (
    <Asked
      form={form}
      title={t(was ? 'due.change' : 'due.add')}
      body={t('due.addBody')}
      onClose={onClose}
    >
      <InputField required label={t('due.what')} maxLength={200} {...form.field('title')} />
      <SelectField required label={t('due.kind')} {...form.field('kind')}>
        {KINDS.map((k) => (
          <option key={k} value={k}>
            {t(`due.kinds.${k}`)}
          </option>
        ))}
      </SelectField>
      <SelectField required label={t('due.whose')} {...form.field('side')}>
        <option value="counterparty">{other}</option>
        <option value="buyer">{t('contracts:view.buyer')}</option>
      </SelectField>
      <Bound form={form} name="due_on">
        {(control) => <DateTimeField required dateOnly label={t('due.on')} {...control} />}
      </Bound>
      {kind === 'payment' ? (
        <Bound form={form} name="amount">
          {(control) => (
            <MoneyField required label={t('due.amount')} currency={currency} {...control} />
          )}
        </Bound>
      ) : null}
    </Asked>
  )
}

/** Says that what is due is done, with a file that shows it where there is one. */
export const HandInDialog = ({
  of,
  send,
  onClose,
  onDone,
}: Props & {
  of: Duty
  /** How a supplier's people send it. */
  send:
    | ((whole: File, onPercent: (percent: number) => void) => Promise<{ file?: string }>)
    | undefined
}) => {
  const { t } = useTranslation('inforce')
  const form = useProblemForm<{ note: string; file: Picked | null }>({
    nameOf: (pointer) => (pointer === '/file_id' ? 'file' : pointer.replace(/^\//, '')),
    defaultValues: { note: '', file: null },
    submit: async ({ note, file }) => {
      await handIn(of, note, file?.id)
      onClose()
      await onDone()
    },
  })
  return (
    <Asked
      form={form}
      title={t('due.handIn')}
      body={t('due.handInBody', { name: of.title })}
      action={t('due.handIn')}
      onClose={onClose}
    >
      <TextareaField
        required
        rows={3}
        maxLength={2000}
        label={t('due.note')}
        {...form.field('note')}
      />
      <Bound form={form} name="file">
        {(control) => (
          <FilePick
            label={t('due.file')}
            types={['pdf', 'doc', 'docx']}
            wait={form.wait}
            {...(send ? { send } : {})}
            {...control}
          />
        )}
      </Bound>
    </Asked>
  )
}

/** What the buyer says of what was due. */
export const JudgeDialog = ({ of, onClose, onDone }: Props & { of: Duty }) => {
  const { t } = useTranslation('inforce')
  const form = useProblemForm<{ verdict: Verdict; reason: string }>({
    defaultValues: { verdict: 'met', reason: '' },
    submit: async ({ verdict, reason }) => {
      await judge(of, verdict, reason)
      onClose()
      await onDone()
    },
  })
  const verdict = form.watch('verdict')
  return (
    <Asked
      form={form}
      title={t('due.judge')}
      body={t('due.judgeBody', { name: of.title })}
      onClose={onClose}
    >
      <SelectField required label={t('due.verdict')} {...form.field('verdict')}>
        {verdicts(of).map((v) => (
          <option key={v} value={v}>
            {t(`due.verdicts.${v}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        required={verdict !== 'met'}
        rows={3}
        maxLength={2000}
        label={t('ends.reason')}
        hint={t('due.reasonHint')}
        {...form.field('reason')}
      />
    </Asked>
  )
}
