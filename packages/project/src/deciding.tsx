import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { ownZone } from '@zabuni/api/session'
import { formatMoment } from '@zabuni/i18n/format'
import { AskDialog, ReasonDialog } from '@zabuni/ui/ask'
import { Button } from '@zabuni/ui/button'
import { Card } from '@zabuni/ui/card'
import { toast } from '@zabuni/ui/toast'
import { useState } from 'react'

/** A step of a plan: what it is called, what it leads to, and whether its reason is asked. */
export type Step = {
  key: string
  action: string
  title: string
  body: string
  done: string
  primary?: boolean
  /** What a reason says; left out where none is asked. */
  hint?: string
  send: (reason: string) => Promise<unknown>
}

/** What may be done with a plan where it stands; each says what it leads to first. */
export const Steps = ({ steps, changes }: { steps: readonly Step[]; changes: QueryKey }) => {
  const cache = useQueryClient()
  const [asked, setAsked] = useState<string>()
  const close = () => setAsked(undefined)
  const send = async (step: Step, reason: string) => {
    await step.send(reason)
    await cache.invalidateQueries({ queryKey: changes })
    toast('ok', step.done)
    close()
  }
  return (
    <>
      {steps.map((s) => (
        <Button
          key={s.key}
          {...(s.primary ? { look: 'primary' as const } : {})}
          onClick={() => setAsked(s.key)}
        >
          {s.action}
        </Button>
      ))}
      {steps.map((s) => {
        const question = {
          open: asked === s.key,
          onClose: close,
          title: s.title,
          description: s.body,
          action: s.action,
        }
        return s.hint === undefined ? (
          <AskDialog key={s.key} {...question} send={() => send(s, '')} />
        ) : (
          <ReasonDialog
            key={s.key}
            {...question}
            reasonHint={s.hint}
            send={(reason) => send(s, reason)}
          />
        )
      })}
    </>
  )
}

/** What was done with a plan, the last first. */
export const History = ({
  title,
  changes,
}: {
  title: string
  changes: readonly { version: number; act: string; note: string; by: string; at: string }[]
}) => {
  return (
    <Card title={title} flush>
      <ol>
        {changes.map((c) => (
          <li
            key={c.version}
            className="grid gap-1 border-b border-line px-4 py-3 text-sm last:border-0"
          >
            <p className="font-medium">{c.act}</p>
            {c.note ? (
              <p className="wrap-anywhere whitespace-pre-line text-ink-2">{c.note}</p>
            ) : null}
            <p className="text-xs text-ink-3">
              {c.by} · {formatMoment(c.at, ownZone())}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
