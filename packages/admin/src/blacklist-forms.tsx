import { useTranslation } from '@zabuni/i18n'
import { type Choice, ComboboxField } from '@zabuni/ui/combobox'
import { DateTimeField } from '@zabuni/ui/date-time'
import { InputField } from '@zabuni/ui/field'
import { Bound, FormFrame } from '@zabuni/ui/form'
import { RadioGroup, TextareaField } from '@zabuni/ui/inputs'
import { Refused, useProblemForm } from '@zabuni/ui/problem-form'
import { SelectField } from '@zabuni/ui/select'
import { toast } from '@zabuni/ui/toast'
import { type Case, createNotice, decideCase, searchSuppliers, whitelist } from './queries.ts'

const GROUNDS = ['fraud', 'corruption', 'collusion', 'default', 'false_documents', 'other'] as const

/** Begins a case: the supplier is told and may reply. */
export const NoticeForm = ({
  of,
  onDone,
  onCancel,
}: {
  of: Choice | null
  onDone: () => void
  onCancel: () => void
}) => {
  const { t } = useTranslation(['admin', 'common', 'errors'])
  const form = useProblemForm({
    defaultValues: {
      supplier_id: of,
      ground: 'default' as Case['ground'],
      reason: '',
      reply_days: '14',
    },
    submit: async ({ supplier_id, reply_days, ...values }) => {
      if (!supplier_id) throw new Refused(['supplier_id'])
      const days = Number.parseInt(reply_days, 10) || 0
      await createNotice({ ...values, supplier_id: supplier_id.id, reply_days: days })
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} back={onCancel} action={t('blacklist.send')}>
      <Bound form={form} name="supplier_id">
        {(control) => (
          <ComboboxField
            required
            label={t('blacklist.supplier')}
            search={searchSuppliers}
            {...control}
          />
        )}
      </Bound>
      <SelectField required label={t('blacklist.ground')} {...form.field('ground')}>
        {GROUNDS.map((g) => (
          <option key={g} value={g}>
            {t(`case.ground.${g}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        required
        label={t('blacklist.reason')}
        hint={t('blacklist.reasonHint')}
        {...form.field('reason')}
      />
      <InputField
        required
        label={t('blacklist.days')}
        hint={t('blacklist.daysHint')}
        inputMode="numeric"
        className="tabular max-w-32"
        {...form.field('reply_days')}
      />
    </FormFrame>
  )
}

/** Ends the hearing of a case. */
export const DecisionForm = ({ of: c, onDone }: { of: Case; onDone: () => void }) => {
  const { t } = useTranslation(['admin', 'common'])
  const form = useProblemForm({
    defaultValues: { outcome: 'blacklist', reason: '', expires_at: '' },
    submit: async ({ outcome, reason, expires_at }) => {
      const blacklist = outcome === 'blacklist'
      await decideCase(c.id, {
        blacklist,
        reason,
        ...(blacklist && expires_at
          ? { expires_at: new Date(`${expires_at}T00:00`).toISOString() }
          : {}),
      })
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} action={t('blacklist.decide')}>
      <Bound form={form} name="outcome">
        {(control) => (
          <RadioGroup
            label={t('case.decision')}
            {...control}
            options={[
              { value: 'blacklist', label: t('blacklist.blacklist'), hint: t('blacklist.waits') },
              { value: 'dismiss', label: t('blacklist.dismiss') },
            ]}
          />
        )}
      </Bound>
      <TextareaField required label={t('blacklist.reason')} {...form.field('reason')} />
      {form.watch('outcome') === 'blacklist' ? (
        <Bound form={form} name="expires_at">
          {(control) => (
            <DateTimeField required dateOnly label={t('blacklist.until')} {...control} />
          )}
        </Bound>
      ) : null}
    </FormFrame>
  )
}

/** Lifts a decision before it expires. */
export const WhitelistForm = ({ of: c, onDone }: { of: Case; onDone: () => void }) => {
  const { t } = useTranslation(['admin', 'common'])
  const form = useProblemForm({
    defaultValues: { reason: '' },
    submit: async (body) => {
      await whitelist(c.id, body)
      toast('ok', t('common:toast.saved'))
      onDone()
    },
  })
  return (
    <FormFrame form={form} action={t('blacklist.whitelist')}>
      <TextareaField required label={t('blacklist.whitelistWhy')} {...form.field('reason')} />
    </FormFrame>
  )
}
