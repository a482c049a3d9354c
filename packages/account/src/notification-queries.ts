import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Schemas } from '@zabuni/api/shared'

/** One line of the inbox. */
export type Notification = Schemas['Notification']

/** The root of every read of the inbox. */
export const inboxKey = keys.notifications

/** A page of the inbox, newest first, with the number of unread ones. */
export const inboxQuery = (input: { unread?: boolean; after?: string; limit?: number }) =>
  queryOptions({
    queryKey: [...inboxKey, input],
    queryFn: ({ signal }) => data(api.GET('/notifications', { params: { query: input }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Marks one notification, or all of them, as read. */
export const markRead = (id?: string) => api.POST('/notifications/read', { body: id ? { id } : {} })

/** Which mails one wants, and when. */
export type MailChoices = Schemas['MyMailChoices']

/** One's own choices of mails. */
export const mailChoices = queryOptions({
  queryKey: [...inboxKey, 'mails'],
  queryFn: ({ signal }) => data(api.GET('/notifications/mails', { signal })),
})

/** Chooses which mails one wants, and when. */
export const chooseMails = (body: Schemas['MailChoices']) =>
  api.PUT('/notifications/mails', { body })
