import { asBytes, bytes } from '@zabuni/api/client'
import { api } from '@zabuni/api/desk'
import type { Language } from '@zabuni/i18n/languages'

/** What a workbook is of: a job, or one of its categories. */
export type WorkbookOf = {
  book: 'questions' | 'items' | 'categories'
  job_id: string
  category_id?: string | undefined
}
const bookAt = ({ book, job_id, category_id }: WorkbookOf) => ({
  path: { job_id, book },
  query: category_id ? { category_id } : {},
})
/** The workbook of what is there, to be filled further. */
export const workbook = (of: WorkbookOf, language: Language) => {
  const { path, query } = bookAt(of)
  return bytes(
    api.GET('/jobs/{job_id}/workbooks/{book}', {
      params: { path, query: { ...query, language } },
      parseAs: 'blob',
    }),
  )
}
/** What an uploaded workbook would do. */
export const checkWorkbook = (of: WorkbookOf, file: File) => {
  const { path, query } = bookAt(of)
  return api.POST('/jobs/{job_id}/workbooks/{book}', {
    params: { path, query: { ...query, file_name: file.name } },
    ...asBytes(file),
  })
}
/** Carry an uploaded workbook out, in the background, as it was shown. */
export const takeWorkbook = (
  of: WorkbookOf,
  upload_id: string,
  body: { language: Language; stamp: string },
) => {
  const { path, query } = bookAt(of)
  return api.POST('/jobs/{job_id}/workbooks/{book}/{upload_id}/start', {
    params: { path: { ...path, upload_id }, query },
    body,
  })
}
/** Write the workbook of what is there, in the background. */
export const fillWorkbook = (of: WorkbookOf, language: Language) =>
  api.POST('/jobs/{job_id}/workbooks/{book}/fill', {
    params: bookAt(of),
    body: { language },
  })
