import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { AskDialog } from '@zabuni/ui/ask'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { InputField } from '@zabuni/ui/field'
import { TextareaField } from '@zabuni/ui/inputs'
import { useProblemForm } from '@zabuni/ui/problem-form'
import { toast } from '@zabuni/ui/toast'
import { useRef, useState } from 'react'
import { publishNote } from './queries.ts'

const NoteForm = ({ category, onDone }: { category: string; onDone: () => void }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const [asks, setAsks] = useState(false)
  // The same id as long as the words are the same: what is sent again counts once.
  const sent = useRef<{ id: string; of: string }>(undefined)
  const form = useProblemForm({
    keep: `clarification.note.${category}`,
    defaultValues: { question: '', reply: '' },
    submit: async (said) => {
      const of = JSON.stringify(said)
      if (sent.current?.of !== of) sent.current = { id: newId(), of }
      await publishNote(category, sent.current.id, said)
      form.kept.forget()
      toast('ok', t('note.done'))
      await cache.invalidateQueries({ queryKey: keys.category(category) })
      onDone()
    },
  })
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-3 border-t border-line p-4"
    >
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      <InputField
        required
        maxLength={4000}
        label={t('note.subject')}
        hint={t('note.subjectHint')}
        {...form.field('question')}
      />
      <TextareaField
        required
        rows={6}
        maxLength={10000}
        label={t('note.text')}
        hint={t('note.textHint')}
        {...form.field('reply')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('common:actions.cancel')}</Button>
        <Button look="primary" busy={form.busy} onClick={() => setAsks(true)}>
          {t('note.send')}
        </Button>
      </div>
      <AskDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('note.sure')}
        description={t('note.sureBody')}
        action={t('note.send')}
        send={() => {
          setAsks(false)
          ref.current?.requestSubmit()
        }}
      />
    </form>
  )
}

/** Tells all who take part something that nobody has asked, such as the minutes of a meeting. */
export const NoteToAll = ({ category }: { category: string }) => {
  const { t } = useTranslation('sourcing')
  const [writing, setWriting] = useState(false)
  return writing ? (
    <NoteForm category={category} onDone={() => setWriting(false)} />
  ) : (
    <div className="flex justify-end border-t border-line p-4">
      <Button onClick={() => setWriting(true)}>{t('note.action')}</Button>
    </div>
  )
}
