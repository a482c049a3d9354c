import { ApiError } from '@zabuni/api/error'

/** Whether somebody else wrote a version meanwhile. */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'contract.overtaken'
