import { useQueryClient } from '@tanstack/react-query'
import type { Held, Status } from '@zabuni/api/outbox'
import { serverNow } from '@zabuni/api/time'
import type { UploadState } from '@zabuni/api/uploads'
import { digitsOf } from '@zabuni/i18n/currency.gen'
import { amountOf, sumOf } from '@zabuni/i18n/decimal'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import {
  answerKey,
  type Draft,
  draftOf,
  type Price,
  priceKey,
  priceOf,
  priceText,
  readPrice,
} from './draft.ts'
import type { Bid, Line, Question, Section } from './queries.ts'

/** Something mandatory that is not there. */
export type Gap = { section?: Section; question?: Question; line?: Line }

/** A bid with what is typed laid over what is saved. */
export type Work = {
  bid: Bid
  draft: Draft
  status: Status
  /** May change now, by the server's clock and word. */
  open: boolean
  uploads: readonly UploadState[]
  value: (question: Question) => string
  price: (line: Line) => Price
  held: (key: string) => Held | undefined
  answer: (question: Question, value: string) => void
  setPrice: (line: Line, price: Price) => void
  answered: (question: Question) => boolean
  gaps: readonly Gap[]
  /** So many lines must have a price: all of them, or any one where a bidder takes what it wants. */
  prices: number
  done: number
  total: number
  percent: number
  amount: (line: Line) => string | null
  sum: string
}

const filled = (question: Question, value: string): boolean => {
  if (question.response_type === 'file_upload') return question.files.length > 0
  const text = value.trim()
  return question.response_type === 'checkboxes' ? text.length > 2 : text !== ''
}

/** The minutes until a moment by the server's clock, negative once it has passed. */
export const useMinutesLeft = (until: string): number => {
  const left = () => (Date.parse(until) - serverNow()) / 60_000
  const [minutes, setMinutes] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setMinutes((Date.parse(until) - serverNow()) / 60_000), 1000)
    return () => clearInterval(timer)
  }, [until])
  return minutes
}

/** Works on a bid. */
export const useWork = (bid: Bid): Work => {
  const client = useQueryClient()
  const draft = draftOf(client, bid)
  const { outbox, uploads } = draft
  const status = useSyncExternalStore(outbox.subscribe, outbox.status)
  const pending = useSyncExternalStore(outbox.subscribe, outbox.pending)
  const held = useSyncExternalStore(outbox.subscribe, outbox.held)
  const files = useSyncExternalStore(uploads.subscribe, uploads.list)
  const over = useMinutesLeft(bid.closes_at) <= 0
  const open = bid.open && !over && status.kind !== 'stopped'
  return useMemo(() => {
    const value = (q: Question) => pending.get(answerKey(q.id))?.value ?? q.value
    const price = (l: Line) => {
      const typed = pending.get(priceKey(l.item_id))
      return typed ? readPrice(typed.value) : priceOf(l)
    }
    const answered = (q: Question) => filled(q, value(q))
    const amount = (l: Line) => {
      const { unit_price } = price(l)
      return unit_price ? amountOf(unit_price, l.quantity, digitsOf(bid.currency)) : null
    }
    const gaps: Gap[] = []
    let total = 0
    for (const section of bid.sections)
      for (const question of section.questions) {
        if (!question.must_answer) continue
        total++
        if (!answered(question)) gaps.push({ section, question })
      }
    // The server counts what must be there by the rules of the activity.
    const prices = bid.progress.total - total
    total += prices
    const amounts: string[] = []
    const unpriced: Gap[] = []
    for (const line of bid.lines) {
      const one = amount(line)
      if (one === null) unpriced.push({ line })
      else amounts.push(one)
    }
    gaps.push(...unpriced.slice(0, Math.max(prices - amounts.length, 0)))
    const done = total - gaps.length
    return {
      bid,
      draft,
      status,
      open,
      uploads: files,
      value,
      price,
      held: (key: string) => held.get(key),
      answer: (q: Question, next: string) => void outbox.put(answerKey(q.id), next, q.version),
      setPrice: (l: Line, next: Price) =>
        void outbox.put(priceKey(l.item_id), priceText(next), l.version),
      answered,
      gaps,
      prices,
      done,
      total,
      percent: total ? Math.floor((done * 100) / total) : 100,
      amount,
      sum: sumOf(amounts),
    }
  }, [bid, draft, outbox, status, pending, held, files, open])
}

const WorkContext = createContext<Work | null>(null)
/** Gives the parts of a bid's screen the work. */
export const WorkProvider = WorkContext
/** The bid that this screen works on. */
export const useBidWork = (): Work => {
  const work = use(WorkContext)
  if (!work) throw new Error('Outside of a bid')
  return work
}
