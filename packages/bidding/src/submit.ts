import { useQueryClient } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { ApiError } from '@zabuni/api/error'
import { keys } from '@zabuni/api/keys'
import { newId } from '@zabuni/api/new-id'
import type { UploadState } from '@zabuni/api/uploads'
import { useState } from 'react'
import { type Bid, bidQuery, type Receipt, submitBid } from './queries.ts'
import { useBidWork } from './use-draft.ts'

/** A submission whose answer has not come: its key, and the draft that it was for. */
type Kept = { key: string; saved: string }
const slot = (bid: Bid) => `zabuni.submit.${bid.id}`

/** The key that was sent for this very draft and never answered, or null. */
export const keptKey = (bid: Bid): string | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(slot(bid)) ?? 'null') as Kept | null
    return kept && kept.saved === (bid.last_saved_at ?? '') ? kept.key : null
  } catch {
    return null
  }
}
const keep = (bid: Bid, key: string) => {
  try {
    const kept: Kept = { key, saved: bid.last_saved_at ?? '' }
    localStorage.setItem(slot(bid), JSON.stringify(kept))
  } catch {
    // The key then lasts as long as the page.
  }
}
const forget = (bid: Bid) => {
  try {
    localStorage.removeItem(slot(bid))
  } catch {
    // Nothing was kept.
  }
}

/** What became of a try to submit. */
export type Outcome =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'received'; receipt: Receipt }
  /** The link broke: the bid may have arrived. The same key asks again and counts once. */
  | { kind: 'unknown' }
  | { kind: 'unsaved' }
  /** Files that have not arrived yet, by name. */
  | { kind: 'moving'; files: string[] }
  /** Files that will not come any more unless somebody does something: refused, lost or halted. */
  | { kind: 'untaken'; files: string[] }
  | { kind: 'refused'; error: unknown }

const halted: UploadState['state'][] = ['failed', 'lost', 'paused']

/** Submits the draft as the server has it: one small request, and the same one until it is answered. */
export const useSubmit = (): { outcome: Outcome; submit: () => Promise<void> } => {
  const client = useQueryClient()
  const { bid, draft } = useBidWork()
  const { queryKey } = bidQuery(bid.category_id)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })

  const submit = async () => {
    setOutcome({ kind: 'sending' })
    const uploads = draft.uploads.list()
    const untaken = uploads.filter((u) => halted.includes(u.state))
    if (uploads.length)
      return setOutcome({
        kind: untaken.length ? 'untaken' : 'moving',
        files: (untaken.length ? untaken : uploads).map((u) => u.name),
      })
    await draft.outbox.flush()
    if (draft.outbox.pending().size) return setOutcome({ kind: 'unsaved' })
    let fresh: Bid | null = null
    try {
      fresh = await client.fetchQuery(bidQuery(bid.category_id))
    } catch (error) {
      return setOutcome({ kind: 'refused', error })
    }
    if (!fresh) return setOutcome({ kind: 'idle' })
    const key = keptKey(fresh) ?? newId()
    keep(fresh, key)
    try {
      const receipt = await data(submitBid(bid.id, key))
      forget(bid)
      client.setQueryData(queryKey, (old: Bid | null | undefined): Bid | null | undefined =>
        old
          ? {
              ...old,
              status: 'submitted',
              changed: false,
              receipts: [
                receipt,
                ...old.receipts.filter((r) => r.submission_id !== receipt.submission_id),
              ],
            }
          : old,
      )
      void client.invalidateQueries({ queryKey: keys.bids })
      setOutcome({ kind: 'received', receipt })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500)
        return setOutcome({ kind: 'unknown' })
      forget(bid)
      setOutcome({ kind: 'refused', error })
      void client.invalidateQueries({ queryKey })
    }
  }
  return { outcome, submit }
}
