import { useQueryClient } from '@tanstack/react-query'
import { faultCode } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { useTranslation } from '@zabuni/i18n'
import { formatMoment } from '@zabuni/i18n/format'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { DateTimeField } from '@zabuni/ui/date-time'
import { ErrorSummary } from '@zabuni/ui/error-summary'
import { InputField } from '@zabuni/ui/field'
import { Bound, useKept } from '@zabuni/ui/form'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { issueAddendum } from '../queries.ts'
import { Parts } from './addendum-parts.tsx'
import { followed, readOf } from './addendum-read.ts'
import { type AddendumValues, blank, bodyOf, type Found, fieldOf } from './addendum-values.ts'

// Sent with the same id until it has arrived: what is sent again counts once.
/** Writes an addendum, says what it does to bids, and issues it. */
export const AddendumForm = ({
  found,
  earliest,
  onDone,
}: {
  found: Found
  earliest: string
  onDone: () => void
}) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const [asks, setAsks] = useState(false)
  const zone = found.timezone
  const sent = useRef<AddendumValues>(null)
  const form = useProblemForm<AddendumValues>({
    keep: `addendum.${found.id}`,
    defaultValues: blank(found),
    nameOf: (pointer) => (sent.current ? fieldOf(pointer, sent.current) : pointer),
    submit: async (values) => {
      sent.current = values
      try {
        await issueAddendum(found.id, values.id, bodyOf(found, values))
      } catch (error) {
        // Somebody else changed it: what it reads now comes beside what is typed.
        if (faultCode(error) === 'sourcing.changed_meanwhile')
          void cache.invalidateQueries({ queryKey: keys.category(found.id) })
        throw error
      }
      form.kept.forget()
      toast('ok', t('addenda.issued'))
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      onDone()
    },
  })
  const { guard } = useKept(form)
  // What was typed stays when the category has changed meanwhile; what was left as it was follows it.
  const typed = useWatch({ control: form.control, name: 'read' })
  const [moved, setMoved] = useState(false)
  const follow = typed.version !== found.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a version; a form's methods never change
  useEffect(() => {
    if (!follow) return
    const read = readOf(found)
    form.reset(
      { ...form.getValues(), ...followed(form.getValues(), read), read },
      { keepDefaultValues: true },
    )
    setMoved(true)
  }, [follow])
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-4 border-b border-line p-4"
    >
      {guard}
      <p className="max-w-prose text-sm text-ink-2">{t('addenda.note')}</p>
      <ErrorSummary form={form} />
      {moved ? <Banner tone="warn">{t('addenda.moved')}</Banner> : null}
      <InputField
        required
        maxLength={200}
        label={t('addenda.heading')}
        hint={t('addenda.headingHint')}
        {...form.field('title')}
      />
      <TextareaField
        required
        rows={4}
        maxLength={10000}
        label={t('addenda.text')}
        {...form.field('text')}
      />
      <TextareaField
        rows={4}
        maxLength={20000}
        label={t('addenda.instructions')}
        {...form.field('instructions')}
      />
      <Parts form={form} found={found} />
      <Bound form={form} name="closes_at">
        {(control) => (
          <DateTimeField
            required
            label={t('extend.closesAt', { zone })}
            hint={t('addenda.earliest', { at: formatMoment(earliest, zone) })}
            {...control}
          />
        )}
      </Bound>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('common:actions.back')}</Button>
        <Button look="primary" busy={form.busy} onClick={() => setAsks(true)}>
          {t('addenda.issue')}
        </Button>
      </div>
      <AskDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('addenda.sure')}
        description={t('addenda.sureBody')}
        action={t('addenda.issue')}
        send={() => {
          setAsks(false)
          ref.current?.requestSubmit()
        }}
      />
    </form>
  )
}
