import { useQueryClient } from '@tanstack/react-query'
import { mayHere } from '@zabuni/activities/may'
import { editable } from '@zabuni/activities/status'
import { AttachmentsCard } from '@zabuni/activities/ui/attachments'
import { useHere } from '@zabuni/activities/ui/here'
import type { Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import { useTranslation } from '@zabuni/i18n'
import { actText } from '@zabuni/i18n/problem'
import { useAct } from '@zabuni/ui/act'
import { Button, IconButton } from '@zabuni/ui/button'
import { FileDrop } from '@zabuni/ui/file-drop'
import { LinkButton } from '@zabuni/ui/link-button'
import { XIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { addAttachment, attachmentOf, removeAttachment } from './queries.ts'

const MAX_BYTES = 20_000_000

/** A file on its way: waiting, being sent, or refused with why. */
type Sent = { id: string; file: File; state: 'waiting' | 'sending' | 'refused'; why?: string }

// One after the other: on a slow line many at once would all be late.
const useSending = (categoryId: string) => {
  const { i18n } = useTranslation()
  const cache = useQueryClient()
  const [sent, setSent] = useState<readonly Sent[]>([])
  const turn = useRef(Promise.resolve())
  const gone = useRef(new Set<string>())
  const put = (id: string, change: Partial<Sent>) =>
    setSent((all) => all.map((s) => (s.id === id ? { ...s, ...change } : s)))
  const forget = (id: string) => {
    gone.current.add(id)
    setSent((all) => all.filter((s) => s.id !== id))
  }
  const send = ({ id, file }: Pick<Sent, 'id' | 'file'>) => {
    turn.current = turn.current.then(async () => {
      if (gone.current.has(id)) return
      put(id, { state: 'sending', why: '' })
      try {
        await addAttachment(categoryId, { id, name: file.name, file })
        await cache.invalidateQueries({ queryKey: keys.category(categoryId) })
        forget(id)
      } catch (error) {
        put(id, { state: 'refused', why: actText(error, i18n) })
      }
    })
  }
  const add = (files: readonly File[]) => {
    const made = files.map((file): Sent => ({ id: newId(), file, state: 'waiting' }))
    setSent((all) => [...all, ...made])
    made.forEach(send)
  }
  return { sent, add, send, forget }
}

const Sending = ({ categoryId }: { categoryId: string }) => {
  const { t } = useTranslation(['sourcing', 'common'])
  const { sent, add, send, forget } = useSending(categoryId)
  return (
    <div className="grid gap-3 border-t border-line p-4 first:border-t-0">
      <FileDrop
        label={t('attachments.add')}
        files={[]}
        onPick={add}
        onRemove={forget}
        maxBytes={MAX_BYTES}
      />
      <p className="text-xs text-ink-3">{t('attachments.note')}</p>
      <ul aria-live="polite" className="grid gap-1 empty:hidden">
        {sent.map((s) => (
          <li
            key={s.id}
            className="flex flex-wrap items-center gap-2.5 rounded-md border border-line px-3 py-1.5 text-sm"
          >
            <span className="min-w-0 flex-1 break-words">
              {s.file.name}
              <span className={`block text-xs ${s.why ? 'text-bad' : 'text-ink-3'}`}>
                {s.why || t(`attachments.${s.state}`)}
              </span>
            </span>
            {s.state === 'refused' ? (
              <Button size="sm" onClick={() => send(s)}>
                {t('common:actions.retry')}
              </Button>
            ) : null}
            {s.state === 'sending' ? null : (
              <IconButton
                size="sm"
                label={`${t('common:actions.remove')} ${s.file.name}`}
                icon={<XIcon aria-hidden="true" size={14} />}
                onClick={() => forget(s.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The files of a category, added and taken away while it may change. */
export const Attachments = ({
  found,
  alone = false,
}: {
  found: Schemas['CategoryDetails']
  /** On a screen of their own. */
  alone?: boolean
}) => {
  const { hrefOf } = useHere()
  const { t } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const { run, busy, banner } = useAct()
  const changeable = editable(found) && mayHere(found.activity, 'author')
  const remove = (id: string) =>
    run(async () => {
      await removeAttachment(found.id, id)
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
    })
  return (
    <div className="grid gap-3">
      {banner}
      <AttachmentsCard
        attachments={found.attachments}
        actions={
          changeable && !alone ? (
            <LinkButton size="sm" to={hrefOf('', 'attachmentsUpload', { categoryId: found.id })}>
              {t('attachments.several')}
            </LinkButton>
          ) : null
        }
        fetch={(id) => attachmentOf(found.id, id)}
        actsOf={(attachment) =>
          changeable ? (
            <IconButton
              size="sm"
              disabled={busy}
              label={`${t('common:actions.remove')} ${attachment.name}`}
              icon={<XIcon aria-hidden="true" size={14} />}
              onClick={() => void remove(attachment.id)}
            />
          ) : null
        }
      >
        {changeable ? <Sending categoryId={found.id} /> : null}
      </AttachmentsCard>
    </div>
  )
}
