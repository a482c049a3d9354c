import { queryOptions } from '@tanstack/react-query'
import type { Activity } from '@zabuni/activities/activity'
import { asBytes, bytes, data } from '@zabuni/api/client'
import { api, type Query, type Schemas } from '@zabuni/api/desk'
import { keys } from '@zabuni/api/keys'

/** The kinds of supply whose name holds what is typed. */
export const searchTypes = async (query: string, signal: AbortSignal) =>
  (
    await data(
      api.GET('/core/category_types/', {
        params: { query: { query, page: 1, page_size: 20 } },
        signal,
      }),
    )
  ).items

/** A job with its categories. */
export const job = (job_id: string) =>
  queryOptions({
    queryKey: keys.job(job_id),
    queryFn: ({ signal }) =>
      data(api.GET('/jobs/{job_id}', { params: { path: { job_id } }, signal })),
  })

/** A category with all that is asked in it. */
export const category = (category_id: string) =>
  queryOptions({
    queryKey: keys.category(category_id),
    queryFn: ({ signal }) =>
      data(api.GET('/categories/{category_id}', { params: { path: { category_id } }, signal })),
    enabled: !!category_id,
  })

/** How many bids a category closed with. */
export const closedWith = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'closed with'],
    queryFn: async ({ signal }) => {
      const params = { path: { category_id } }
      const desk = await data(api.GET('/categories/{category_id}/evaluation', { params, signal }))
      return desk.closing_count ?? 0
    },
    // Who may not look there is told less.
    retry: false,
  })

/** A category as bidders will see it. */
export const preview = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'preview'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/preview', { params: { path: { category_id } }, signal }),
      ),
  })

/** The windows in which a category takes applications. */
export const intake = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'intake'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/intake', { params: { path: { category_id } }, signal }),
      ),
  })

/** A page of the suppliers invited to a category. */
export const invitations = (category_id: string, query: Query<'invitations'>) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'invitations', query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/invitations', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
  })

/** How the directory of suppliers is searched for an invitation. */
export type SupplierQuery = Query<'invitable'>

/** A page of the suppliers of the system. */
export const invitable = (category_id: string, query: SupplierQuery) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'invitable', query],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/invitable', {
          params: { path: { category_id }, query },
          signal,
        }),
      ),
  })

/** The criteria that a category of a kind of supply can take. */
export const typeCriteria = (category_type_id: string) =>
  queryOptions({
    queryKey: keys.typeCriteria(category_type_id),
    queryFn: ({ signal }) =>
      data(
        api.GET('/category_types/{category_type_id}/criteria', {
          params: { path: { category_type_id } },
          signal,
        }),
      ),
  })

/** Insert criteria of a category type. */
export const insertCriteria = (category_id: string, body: Schemas['InsertInputBody']) =>
  api.POST('/categories/{category_id}/criteria', { params: { path: { category_id } }, body })
/** Place a section among its siblings. */
export const moveSection = (
  category_id: string,
  section_id: string,
  body: Schemas['MoveSectionInputBody'],
) =>
  api.POST('/categories/{category_id}/sections/{section_id}/move', {
    params: { path: { category_id, section_id } },
    body,
  })
/** Place a question in a section. */
export const moveQuestion = (
  category_id: string,
  question_id: string,
  body: Schemas['MoveQuestionInputBody'],
) =>
  api.POST('/categories/{category_id}/questions/{question_id}/move', {
    params: { path: { category_id, question_id } },
    body,
  })
/** Remove a section with all in it. */
export const deleteSection = (category_id: string, section_id: string) =>
  api.DELETE('/categories/{category_id}/sections/{section_id}', {
    params: { path: { category_id, section_id } },
  })
/** Remove a question. */
export const deleteQuestion = (category_id: string, question_id: string) =>
  api.DELETE('/categories/{category_id}/questions/{question_id}', {
    params: { path: { category_id, question_id } },
  })
/** Add an item. */
export const createItem = (category_id: string, body: Schemas['ItemForm']) =>
  api.POST('/categories/{category_id}/items', { params: { path: { category_id } }, body })
/** Send a photograph of an item under the name that this browser gave it. */
export const addItemPhoto = (
  category_id: string,
  item_id: string,
  { id, name, photo }: { id: string; name: string; photo: Blob },
) =>
  data(
    api.PUT('/categories/{category_id}/items/{item_id}/photos/{photo_id}', {
      params: { path: { category_id, item_id, photo_id: id }, query: { name } },
      ...asBytes(photo),
    }),
  )
/** A photograph of an item, as bytes fetched with the session. */
export const itemPhoto = (category_id: string, item_id: string, photo_id: string) =>
  queryOptions({
    queryKey: keys.itemPhoto(item_id, photo_id),
    queryFn: ({ signal }): Promise<Blob> =>
      bytes(
        api.GET('/categories/{category_id}/items/{item_id}/photos/{photo_id}', {
          params: { path: { category_id, item_id, photo_id } },
          parseAs: 'blob',
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
/** Take a photograph of an item away. */
export const removeItemPhoto = (category_id: string, item_id: string, photo_id: string) =>
  data(
    api.DELETE('/categories/{category_id}/items/{item_id}/photos/{photo_id}', {
      params: { path: { category_id, item_id, photo_id } },
    }),
  )
/** Send a file that belongs to what is asked, under the name that this browser gave it. */
export const addAttachment = (
  category_id: string,
  { id, name, file }: { id: string; name: string; file: Blob },
  /** The addendum that is going to bring it to what is published already. */
  addendum_id?: string,
) =>
  data(
    api.PUT('/categories/{category_id}/attachments/{attachment_id}', {
      params: {
        path: { category_id, attachment_id: id },
        query: { name, ...(addendum_id ? { addendum_id } : {}) },
      },
      ...asBytes(file),
    }),
  )
/** Such a file, fetched with the session. */
export const attachmentOf = (category_id: string, attachment_id: string) =>
  bytes(
    api.GET('/categories/{category_id}/attachments/{attachment_id}', {
      params: { path: { category_id, attachment_id } },
      parseAs: 'blob',
    }),
  )
/** Take such a file away. */
export const removeAttachment = (category_id: string, attachment_id: string) =>
  data(
    api.DELETE('/categories/{category_id}/attachments/{attachment_id}', {
      params: { path: { category_id, attachment_id } },
    }),
  )
/** What suppliers have asked about a category, what waits first. */
export const clarifications = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'clarifications'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/clarifications', {
          params: { path: { category_id } },
          signal,
        }),
      ),
  })
/** Keep an answer that nobody else reads yet, or give it to all who take part. */
export const replyTo = (
  category_id: string,
  clarification_id: string,
  how: 'draft' | 'answer',
  body: Schemas['Reply'],
) => {
  const init = { params: { path: { category_id, clarification_id } }, body }
  const one = '/categories/{category_id}/clarifications/{clarification_id}'
  return data(how === 'draft' ? api.PUT(`${one}/draft`, init) : api.POST(`${one}/answer`, init))
}
/** Leave a question without an answer. */
export const refuseQuestion = (
  category_id: string,
  clarification_id: string,
  body: Schemas['Refusal'],
) =>
  data(
    api.POST('/categories/{category_id}/clarifications/{clarification_id}/refuse', {
      params: { path: { category_id, clarification_id } },
      body,
    }),
  )
/** Tell all who take part what nobody has asked, under the id that this browser gave it. */
export const publishNote = (category_id: string, clarification_id: string, body: Schemas['Note']) =>
  data(
    api.PUT('/categories/{category_id}/clarifications/{clarification_id}/note', {
      params: { path: { category_id, clarification_id } },
      body,
    }),
  )
/** What has changed of a category since it was published, the latest first. */
export const addenda = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'addenda'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/categories/{category_id}/addenda', { params: { path: { category_id } }, signal }),
      ),
  })
/** Change what is published, under the id that this browser gave the addendum. */
export const issueAddendum = (
  category_id: string,
  addendum_id: string,
  body: Schemas['AddendumForm'],
) =>
  data(
    api.PUT('/categories/{category_id}/addenda/{addendum_id}', {
      params: { path: { category_id, addendum_id } },
      body,
    }),
  )
/** Seal the least for which a unit of an item is sold. */
export const setReserve = (
  category_id: string,
  item_id: string,
  body: Schemas['ReserveInputBody'],
) =>
  api.PUT('/categories/{category_id}/items/{item_id}/reserve', {
    params: { path: { category_id, item_id } },
    body,
  })
/** Let an item go to the best price whatever it is. */
export const removeReserve = (category_id: string, item_id: string) =>
  data(
    api.DELETE('/categories/{category_id}/items/{item_id}/reserve', {
      params: { path: { category_id, item_id } },
    }),
  )
/** Remove an item. */
export const deleteItem = (category_id: string, item_id: string) =>
  api.DELETE('/categories/{category_id}/items/{item_id}', {
    params: { path: { category_id, item_id } },
  })
/** Add all lines copied out of a spreadsheet, or none. */
export const pasteItems = (category_id: string, body: Schemas['PasteInputBody']) =>
  api.POST('/categories/{category_id}/items/paste', { params: { path: { category_id } }, body })
/** Copy a category as a new draft. */
export const createDuplicate = (category_id: string, body: Schemas['DuplicateInputBody']) =>
  api.POST('/categories/{category_id}/duplicate', { params: { path: { category_id } }, body })
/** Change an unpublished category. */
export const updateCategory = (category_id: string, body: Schemas['UpdateCategoryInputBody']) =>
  api.PUT('/categories/{category_id}', { params: { path: { category_id } }, body })
/** Draft a category. */
export const createCategory = (job_id: string, body: Schemas['CategoryForm']) =>
  api.POST('/jobs/{job_id}/categories', { params: { path: { job_id } }, body })
/** Invite suppliers to a category. */
export const invite = (category_id: string, body: Schemas['InviteInputBody']) =>
  api.POST('/categories/{category_id}/invitations', { params: { path: { category_id } }, body })
/** Publish all categories of a job, or none. */
export const publishJob = (job_id: string) =>
  api.POST('/jobs/{job_id}/publish', { params: { path: { job_id } } })
/** Cancel a job with all its categories. */
export const cancelJob = (job_id: string, body: Schemas['ReasonBody']) =>
  api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id } }, body })
/** Change a job. */
export const updateJob = (job_id: string, body: Schemas['UpdateJobInputBody']) =>
  api.PUT('/jobs/{job_id}', { params: { path: { job_id } }, body })
/** Draft a job. */
export const createJob = (body: Schemas['CreateJobInputBody'], query: { buyer_id?: string }) =>
  api.POST('/jobs', { params: { query }, body })
/** Add a question. */
export const createQuestion = (category_id: string, body: Schemas['QuestionForm']) =>
  api.POST('/categories/{category_id}/questions', { params: { path: { category_id } }, body })
/** Change a section. */
export const updateSection = (
  category_id: string,
  section_id: string,
  body: Schemas['UpdateSectionInputBody'],
) =>
  api.PUT('/categories/{category_id}/sections/{section_id}', {
    params: { path: { category_id, section_id } },
    body,
  })
/** Add a section or subsection. */
export const createSection = (category_id: string, body: Schemas['CreateSectionInputBody']) =>
  api.POST('/categories/{category_id}/sections', { params: { path: { category_id } }, body })

const of = (category_id: string) => ({ params: { path: { category_id } } })
/** Publish a category. */
export const publishCategory = (category_id: string) =>
  api.POST('/categories/{category_id}/publish', of(category_id))
/** Hide a draft until somebody approves it. */
export const askApproval = (category_id: string) =>
  api.POST('/categories/{category_id}/approval', of(category_id))
/** Refuse the approval, with a reason. */
export const refuseApproval = (category_id: string, body: Schemas['ReasonBody']) =>
  api.POST('/categories/{category_id}/refuse', { ...of(category_id), body })
/** Move the closing time, with a reason that every participant reads. */
export const extendCategory = (category_id: string, body: Schemas['ExtendInputBody']) =>
  api.POST('/categories/{category_id}/extend', { ...of(category_id), body })
/** Have a draft take applications window after window. */
export const setIntake = (category_id: string, body: Schemas['IntakeInputBody']) =>
  api.PUT('/categories/{category_id}/intake', { ...of(category_id), body })
/** Have a draft take applications once. */
export const dropIntake = (category_id: string) =>
  api.DELETE('/categories/{category_id}/intake', of(category_id))
/** End an intake before its time. */
export const endIntake = (category_id: string, body: Schemas['ReasonBody']) =>
  api.POST('/categories/{category_id}/intake/end', { ...of(category_id), body })
/** Withdraw a draft, or cancel what is published. */
export const cancelCategory = (category_id: string, body: Schemas['ReasonBody']) =>
  api.POST('/categories/{category_id}/cancel', { ...of(category_id), body })
/** Make a job of an OCDS file. */
export const importJob = (
  query: { file_name: string; activity: Activity; plan: number; code?: string; buyer_id?: string },
  file: File,
) => api.POST('/jobs/import', { params: { query }, ...asBytes(file) })
/** Change an item. */
export const updateItem = (category_id: string, item_id: string, body: Schemas['ItemForm']) =>
  api.PUT('/categories/{category_id}/items/{item_id}', {
    params: { path: { category_id, item_id } },
    body,
  })
/** Change a question. */
export const updateQuestion = (
  category_id: string,
  question_id: string,
  body: Schemas['QuestionForm'],
) =>
  api.PUT('/categories/{category_id}/questions/{question_id}', {
    params: { path: { category_id, question_id } },
    body,
  })
/** A category that made a list of who passed. */
export type SupplierList = Schemas['SupplierList']
/** A supplier on such a list. */
export type ListEntry = Schemas['ListEntry']

/** A page of a buyer's lists, the latest first. */
export const supplierLists = (query: Query<'supplierLists'>) =>
  queryOptions({
    queryKey: [...keys.sourcing, 'lists', query],
    queryFn: ({ signal }) => data(api.GET('/lists', { params: { query }, signal })),
  })

/** A whole list, by name. */
export const supplierList = (category_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'list'],
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/categories/{category_id}/list', { params: { path: { category_id } }, signal }),
        )
      ).items,
  })

/** Suspends, removes or restores a supplier on a list, or sets until when it is listed. */
export const setEntry = (
  category_id: string,
  supplier_id: string,
  body: { status: ListEntry['status']; until?: string; reason?: string },
) =>
  data(
    api.PUT('/categories/{category_id}/list/{supplier_id}', {
      params: { path: { category_id, supplier_id } },
      body,
    }),
  )

/** Invites to a category who may be invited out of a list. */
export const inviteFromList = (category_id: string, list_id: string) =>
  data(
    api.POST('/categories/{category_id}/invitations/list', {
      params: { path: { category_id } },
      body: { list_id },
    }),
  )

/** A supplier of a list, with when and how often it was invited. */
export type Turn = Schemas['InvitationTurn']

/** Who of a list may be invited to a category, whose turn it is first. */
export const turns = (category_id: string, list_id: string) =>
  queryOptions({
    queryKey: [...keys.category(category_id), 'turns', list_id],
    queryFn: async ({ signal }) =>
      (
        await data(
          api.GET('/categories/{category_id}/turns', {
            params: { path: { category_id }, query: { list_id } },
            signal,
          }),
        )
      ).items,
  })

/** Invite out of a list by turn, or with a reason others. */
export const inviteByTurn = (category_id: string, body: Schemas['TurnInputBody']) =>
  data(
    api.POST('/categories/{category_id}/invitations/turn', {
      params: { path: { category_id } },
      body,
    }),
  )

/** Special groups for which a category may be kept. */
export const reservedGroups = queryOptions({
  queryKey: [...keys.jobs, 'groups'],
  queryFn: ({ signal }) => data(api.GET('/special-groups', { params: { query: {} }, signal })),
})
