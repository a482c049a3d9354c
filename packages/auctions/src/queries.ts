import { queryOptions } from '@tanstack/react-query'
import { bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import {
  type Query as BidderQuery,
  type Schemas as BidderSchemas,
  api as bidder,
} from '@zabuni/api/supplier'

/** The rules of the live part. */
export type Rules = Schemas['AuctionRules']
/** A room as its reader sees it. */
export type View = Schemas['AuctionView']
/** A line of it. */
export type Line = View['lines'][number]
/** Where an auction stands. */
export type Phase = View['phase']
/** An auction as its host looks at it. */
export type Auction = Schemas['Auction']
/** Somebody who may come, or has. */
export type Participant = Auction['participants'][number]
/** What a host does in the room. */
export type Deed = Schemas['ConductAuctionInputBody']
/** An auction as a bidder sees it. */
export type Room = BidderSchemas['AuctionRoom']
/** A row of a bidder's list. */
export type SeenRow = BidderSchemas['SeenAuction']
/** A row of a host's list. */
export type Row = Schemas['AuctionRow']

/** Phases in the order of an auction's life, as a host and a bidder may ask for them. */
export const PHASES = [
  'draft',
  'upcoming',
  'open',
  'overtime',
  'paused',
  'closed',
  'cancelled',
] as const satisfies Phase[]
/** How much bidders see, the most open first. */
export const VISIBILITIES = [
  'all',
  'best_rank',
  'best',
  'rank',
  'own',
] as const satisfies Rules['visibility'][]

const SOON_MS = 2000
const REST_MS = 15_000
/** How soon a room is read again: often while it is open or about to be. */
const pace = (view: View | undefined): number => {
  if (!view) return REST_MS
  return view.phase === 'open' || view.phase === 'overtime' || view.phase === 'paused'
    ? SOON_MS
    : view.phase === 'upcoming'
      ? 5000
      : REST_MS
}

const of = (category_id: string) => ({ path: { category_id } })
const roomKey = (category_id: string) => [...keys.category(category_id), 'room'] as const

/** A page of auctions of a kind. */
export const auctions = (query: Query<'auctions'>) =>
  queryOptions({
    queryKey: [...keys.sourcing, 'auctions', query],
    queryFn: ({ signal }) => data(api.GET('/auctions', { params: { query }, signal })),
  })

/** An auction as its host looks at it, read again while it moves. */
export const auction = (category_id: string) =>
  queryOptions({
    queryKey: roomKey(category_id),
    queryFn: ({ signal }) =>
      data(api.GET('/auctions/{category_id}', { params: of(category_id), signal })),
    refetchInterval: ({ state }) => (state.error ? REST_MS : pace(state.data?.view)),
  })

/** The category of an auction: its words and what is asked. */
export const category = (category_id: string) =>
  queryOptions({
    queryKey: keys.category(category_id),
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}', { params: of(category_id), signal })),
  })

/** The job of an auction. */
export const job = (job_id: string) =>
  queryOptions({
    queryKey: keys.job(job_id),
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}', { params: { path: { job_id } }, signal })),
  })

/** Drafts an auction. */
export const createAuction = (
  body: Schemas['CreateAuctionInputBody'],
  query: { buyer_id?: string },
) => data(api.POST('/auctions', { params: { query }, body }))
/** Says anew what an unpublished auction is. */
export const updateAuction = (category_id: string, body: Schemas['UpdateAuctionInputBody']) =>
  data(api.PUT('/auctions/{category_id}', { params: of(category_id), body }))
/** Does something in the room, with a reason. */
export const conduct = (category_id: string, body: Deed) =>
  data(api.POST('/auctions/{category_id}/conduct', { params: of(category_id), body }))

/** Bids for a supplier from a paper; the same key is the same bid, however often it is sent. */
export const enterPaperBid = (
  category_id: string,
  key: string,
  body: Schemas['EnterBidInputBody'],
) =>
  data(
    api.POST('/auctions/{category_id}/paper-bids', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body,
    }),
  )

/** The scan of a bid from paper, for the host. */
export const paperOf = (category_id: string, paper_id: string) =>
  bytes(
    api.GET('/auctions/{category_id}/papers/{paper_id}', {
      params: { path: { category_id, paper_id } },
      parseAs: 'blob',
    }),
  )

/** The scan of my company's own bid from paper. */
export const ownPaper = (category_id: string, paper_id: string) =>
  bytes(
    bidder.GET('/auctions/{category_id}/papers/{paper_id}', {
      params: { path: { category_id, paper_id } },
      parseAs: 'blob',
    }),
  )

/** A page of the auctions of a kind that my company may see. */
export const seenAuctions = (query: BidderQuery<'auctions'>) =>
  queryOptions({
    queryKey: [...keys.open, 'auctions', query],
    queryFn: ({ signal }) => data(bidder.GET('/auctions', { params: { query }, signal })),
  })

const watched = (key: readonly unknown[], read: (signal: AbortSignal) => Promise<Room>) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => (state.error ? SOON_MS : pace(state.data?.view)),
  })

/** An auction as my company sees it, read again while it moves. */
export const room = (category_id: string) =>
  watched(roomKey(category_id), (signal) =>
    data(bidder.GET('/auctions/{category_id}', { params: of(category_id), signal })),
  )

/** A file that belongs to an auction, fetched with the session. */
export const attachmentOf = (category_id: string, attachment_id: string) =>
  bytes(
    bidder.GET('/categories/{category_id}/attachments/{attachment_id}', {
      params: { path: { category_id, attachment_id } },
      parseAs: 'blob',
    }),
  )

/** The signed log of a closed room, for its host. */
export const logOf = (category_id: string) =>
  bytes(api.GET('/auctions/{category_id}/log', { params: of(category_id), parseAs: 'blob' }))

/** A room against robots, for me alone, read again while it moves. */
export const practice = (category_id: string) =>
  watched([...keys.category(category_id), 'practice'], (signal) =>
    data(bidder.GET('/auctions/{category_id}/practice', { params: of(category_id), signal })),
  )

/** What an auction is of, as its bidders read it. */
export const preview = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'preview'],
    queryFn: ({ signal }) =>
      data(bidder.GET('/categories/{category_id}/preview', { params: of(category_id), signal })),
  })

/** Begins to practise, or does anew. */
export const beginPractice = (category_id: string) =>
  data(bidder.POST('/auctions/{category_id}/practice', { params: of(category_id) }))

/** Enters the room. */
export const join = (category_id: string) =>
  data(bidder.POST('/auctions/{category_id}/join', { params: of(category_id) }))
/** Bids; the same key is the same bid, however often it is sent. */
export type Place = (
  category_id: string,
  key: string,
  body: { amount: string; confirmed: boolean },
) => Promise<BidderSchemas['PlacedBid']>

/** Bids in the room. */
export const placeBid: Place = (category_id, key, body) =>
  data(
    bidder.POST('/auctions/{category_id}/bids', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body,
    }),
  )

/** Bids in a practice. */
export const placePracticeBid: Place = (category_id, key, body) =>
  data(
    bidder.POST('/auctions/{category_id}/practice/bids', {
      params: { ...of(category_id), header: idempotencyKey(key) },
      body,
    }),
  )
