import { data } from '@zabuni/api/client'
import { api, type Schemas } from '@zabuni/api/desk'

/** Begin a job with what another asks for. */
export const copyJob = (job_id: string, body: Schemas['CopyJobInputBody']) =>
  data(api.POST('/jobs/{job_id}/copy', { params: { path: { job_id } }, body }))

/** Computes the results of all ranked categories of a job again, in the background. */
export const refreshJobScores = (job_id: string) =>
  data(api.POST('/jobs/{job_id}/evaluation/refresh', { params: { path: { job_id } } }))
