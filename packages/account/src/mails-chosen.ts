import type { MailChoices } from './notification-queries.ts'

type Values = Pick<MailChoices, 'areas' | 'stopped'> & {
  quiet_from: string
  quiet_until: string
  summary_at: string
}

/** A list of hours has text; no hour is none. */
const hourOf = (text: string) => (text === '' ? undefined : Number(text))

/**
 * What is saved of the form. Who wants no mails at all is not shown the hours: one end of the quiet hours that was
 * begun and never finished stays as it was, for nobody could correct it.
 */
export const chosenOf = (
  { quiet_from, quiet_until, summary_at, ...rest }: Values,
  was: Pick<MailChoices, 'quiet_from' | 'quiet_until'>,
) => {
  const half = (quiet_from === '') !== (quiet_until === '')
  const kept = rest.stopped && half
  const from = kept ? was.quiet_from : hourOf(quiet_from)
  const until = kept ? was.quiet_until : hourOf(quiet_until)
  return {
    ...rest,
    ...(from === undefined ? {} : { quiet_from: from }),
    ...(until === undefined ? {} : { quiet_until: until }),
    summary_at: Number(summary_at),
  }
}
