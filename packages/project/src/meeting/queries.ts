import { queryOptions } from '@tanstack/react-query'
import { bytes, data, idempotencyKey } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'
import { api as asked } from '@zabuni/api/meetings'
import {
  type Query as OwnQuery,
  type Schemas as OwnSchemas,
  api as supplier,
} from '@zabuni/api/supplier'

/** A row of a list of meetings. */
export type MeetingRow = Schemas['MeetingRow']
/** A meeting with all that this desk may know of it. */
export type Meeting = Schemas['Meeting']
/** What is sent when a meeting is called or changed. */
export type MeetingForm = Omit<Schemas['NewMeeting'], 'context'>
/** What a meeting is for. */
export type MeetingKind = MeetingRow['kind']
/** Where it stands. */
export type MeetingStatus = MeetingRow['status']
/** Whether somebody comes. */
export type Answer = Schemas['MeetingAttendee']['answer']
/** A row of a supplier's list. */
export type OwnRow = OwnSchemas['OwnMeetingRow']
/** A meeting as a supplier sees it. */
export type OwnMeeting = OwnSchemas['OwnMeeting']

/** What meetings are for. */
export const KINDS = [
  'pre_bid',
  'site_visit',
  'opening',
  'evaluation',
  'contract',
  'other',
] as const satisfies MeetingKind[]
/** To which all who take part may be asked. */
export const FOR_BIDDERS: readonly MeetingKind[] = ['pre_bid', 'site_visit']
/** Where meetings stand. */
export const STATUSES = ['scheduled', 'held', 'cancelled'] as const satisfies MeetingStatus[]
/** What may be answered. */
export const ANSWERS = ['yes', 'perhaps', 'no'] as const satisfies Answer[]

/** A page of meetings. */
export const meetings = (query: Query<'meetings'>) =>
  queryOptions({
    queryKey: [...keys.meetings, 'list', query],
    queryFn: ({ signal }) => data(api.GET('/meetings', { params: { query }, signal })),
  })

/** A meeting. */
export const meeting = (meeting_id: string) =>
  queryOptions({
    queryKey: [...keys.meetings, meeting_id],
    queryFn: ({ signal }) =>
      data(api.GET('/meetings/{meeting_id}', { params: { path: { meeting_id } }, signal })),
  })

/** A page of meetings to which a supplier is asked. */
export const ownMeetings = (query: OwnQuery<'meetings'>) =>
  queryOptions({
    queryKey: [...keys.meetings, 'list', query],
    queryFn: ({ signal }) => data(supplier.GET('/meetings', { params: { query }, signal })),
  })

/** A meeting to which a supplier is asked. */
export const ownMeeting = (meeting_id: string) =>
  queryOptions({
    queryKey: [...keys.meetings, meeting_id],
    queryFn: ({ signal }) =>
      data(supplier.GET('/meetings/{meeting_id}', { params: { path: { meeting_id } }, signal })),
  })

const ofBuyer = (buyer_id: string) => ({ query: buyer_id ? { buyer_id } : {} })

/** Who may be asked by name, or organise; at the operator's desk once a buyer is named. */
export const meetingPeople = (buyer_id: string) =>
  queryOptions({
    queryKey: [...keys.meetings, 'people', buyer_id],
    queryFn: ({ signal }) =>
      data(api.GET('/meeting-people', { params: ofBuyer(buyer_id), signal })),
  })

/** Finds suppliers by name. */
export const searchMeetingSuppliers = async (search: string, signal: AbortSignal) =>
  (
    await data(
      api.GET('/meeting-suppliers', { params: { query: search ? { search } : {} }, signal }),
    )
  ).items.map(({ id, name }) => ({ id, name }))

/** Since when there is a link by which a calendar elsewhere reads one's meetings. */
export const calendarFeed = queryOptions({
  queryKey: [...keys.meetings, 'feed'],
  queryFn: ({ signal }) => data(asked.GET('/calendar-feed', { signal })),
})

/** Asks people to a meeting. */
export const createMeeting = (body: Schemas['NewMeeting'], buyer_id: string, key: string) =>
  data(
    api.POST('/meetings', { params: { ...ofBuyer(buyer_id), header: idempotencyKey(key) }, body }),
  )
/** Says anew what it is and who is asked. */
export const changeMeeting = (meeting_id: string, body: MeetingForm & { version: number }) =>
  data(api.PUT('/meetings/{meeting_id}', { params: { path: { meeting_id } }, body }))
/** Calls it off. */
export const cancelMeeting = (meeting_id: string, body: { reason: string; version: number }) =>
  data(api.POST('/meetings/{meeting_id}/cancel', { params: { path: { meeting_id } }, body }))
/** Writes what was said and agreed on. */
export const minuteMeeting = (meeting_id: string, body: Schemas['MinutesInputBody']) =>
  data(api.PUT('/meetings/{meeting_id}/minutes', { params: { path: { meeting_id } }, body }))
/** Says whether one comes; every desk has it alike. */
export const answerMeeting = (meeting_id: string, answer: Answer) =>
  data(
    asked.POST('/meetings/{meeting_id}/answer', {
      params: { path: { meeting_id } },
      body: { answer },
    }),
  )
/** A meeting as a file for a calendar. */
export const meetingFile = (meeting_id: string) =>
  bytes(
    asked.GET('/meetings/{meeting_id}/calendar', {
      params: { path: { meeting_id } },
      parseAs: 'blob',
    }),
  )
/** Makes a link for a calendar elsewhere; one from before ends. */
export const makeFeed = () => data(asked.POST('/calendar-feed'))
/** Ends it. */
export const revokeFeed = () => data(asked.DELETE('/calendar-feed'))
