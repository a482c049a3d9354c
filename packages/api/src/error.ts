/** One fault of one field: where it is, what it is, what its sentence needs. */
type FieldFault = {
  pointer: string
  code: string
  params?: Record<string, unknown>
}

/** An RFC 9457 document as every server of ours answers it. */
export type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  code: string
  params?: Record<string, unknown>
  errors?: FieldFault[]
}

/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, problem?: Problem) {
    super(problem?.code ?? `HTTP ${status}`)
    this.status = status
    this.problem = problem
  }
}

/** The server was not reached, or the connection broke before the answer. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** What the fault of whatever was thrown says of itself, when the server gave one of this code. */
export const faultParams = (error: unknown, code: string): Problem['params'] =>
  error instanceof ApiError && error.problem?.code === code ? error.problem.params : undefined

/** The fault code of whatever was thrown, when the server gave one. */
export const faultCode = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.code : undefined
