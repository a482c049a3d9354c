import { queryOptions } from '@tanstack/react-query'
import { bytes, data } from '@zabuni/api/client'
import { keys } from '@zabuni/api/keys'
import { api, type Query, type Schemas } from '@zabuni/api/supplier'

/** A letter in the list. */
export type MyLetter = Schemas['MyLetterRow']

/** A page of the letters to my company. */
export const myLetters = (query: Query<'myLetters'>) =>
  queryOptions({
    queryKey: [...keys.letters, 'mine', query],
    queryFn: ({ signal }) => data(api.GET('/letters', { params: { query }, signal })),
    staleTime: 0,
  })

/** A letter; the first look is noted. */
export const myLetter = (letter_id: string) =>
  queryOptions({
    queryKey: [...keys.letters, 'mine', letter_id],
    queryFn: ({ signal }) =>
      data(api.GET('/letters/{letter_id}', { params: { path: { letter_id } }, signal })),
    staleTime: 0,
  })

/** Its document. */
export const myLetterPDF = (letter_id: string): Promise<Blob> =>
  bytes(api.GET('/letters/{letter_id}/pdf', { params: { path: { letter_id } }, parseAs: 'blob' }))
