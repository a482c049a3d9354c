import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import type { Schemas } from '@zabuni/api/desk'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { isLanguage, useTranslation } from '@zabuni/i18n'
import { faultText, problemText } from '@zabuni/i18n/problem'
import { Banner } from '@zabuni/ui/banner'
import { Button } from '@zabuni/ui/button'
import { Dialog } from '@zabuni/ui/dialog'
import { Checkbox, TextareaField } from '@zabuni/ui/inputs'
import { ScrollRegion } from '@zabuni/ui/scroll-region'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'
import { pasteItems } from '../queries.ts'
import { pastedLines } from './lines.ts'

type Props = {
  found: Schemas['CategoryDetails']
  text: string
  onClose: () => void
}

/** Each fault with the line that it is in, as the person counts lines. */
const faultsOf = (error: unknown) =>
  (error instanceof ApiError ? (error.problem?.errors ?? []) : []).map((fault) => {
    const index = /^\/items\/(\d+)/.exec(fault.pointer)?.[1]
    const line = fault.params?.line ?? (index === undefined ? undefined : Number(index) + 1)
    return { fault, line: line === undefined ? '' : String(line) }
  })

const Form = ({ found, text: first, onClose }: Props) => {
  const { t, i18n } = useTranslation(['sourcing', 'common'])
  const cache = useQueryClient()
  const [text, setText] = useState(first)
  const [replace, setReplace] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const lines = pastedLines(text)
  const faults = faultsOf(error)
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const language = i18n.language
      const { added } = await data(
        pasteItems(found.id, { text, replace, ...(isLanguage(language) ? { language } : {}) }),
      )
      await cache.invalidateQueries({ queryKey: keys.category(found.id) })
      toast('ok', t('items.pasted', { count: added }))
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {error ? (
        <Banner tone="bad">
          {faults.length ? (
            <ScrollRegion label={t('items.pasteTitle')} className="max-h-40">
              <ul className="grid list-disc gap-1 pl-5">
                {faults.map(({ fault, line }) => (
                  <li key={`${fault.pointer} ${fault.code}`}>
                    {line ? `${t('items.line', { line })} ` : ''}
                    {faultText(fault, i18n)}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          ) : (
            problemText(error, i18n)
          )}
        </Banner>
      ) : null}
      <TextareaField
        label={t('items.pasteLabel')}
        hint={t('items.pasteHint')}
        rows={8}
        wrap="off"
        spellCheck={false}
        value={text}
        onChange={(e) => setText(e.target.value)}
        className="font-mono text-xs"
      />
      {found.items.length ? (
        <Checkbox
          label={t('items.replace', { count: found.items.length })}
          checked={replace}
          onChange={(e) => setReplace(e.target.checked)}
        />
      ) : null}
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button look="primary" disabled={!lines} busy={busy} onClick={() => void send()}>
          {t('items.pasteAction', { count: lines })}
        </Button>
      </div>
    </div>
  )
}

/** Lines copied out of a spreadsheet: all come in, or none and every reason. */
export const PasteDialog = ({ open, ...props }: Props & { open: boolean }) => {
  const { t } = useTranslation('sourcing')
  return (
    <Dialog open={open} onClose={props.onClose} title={t('items.pasteTitle')}>
      <Form {...props} />
    </Dialog>
  )
}
