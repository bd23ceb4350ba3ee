import type { TSchema } from '@sinclair/typebox'
import type { Violation } from './schema.ts'

/** The HTTP status of each code; enrichment shows codes in upper case. Source: spec section 7.2, decisions 1.7. */
const STATUSES = {
  unauthorized: 401,
  key_revoked: 401,
  key_expired: 401,
  insufficient_permissions: 403,
  rate_limited: 429,
  invalid_url: 400,
  invalid_options: 400,
  invalid_actions: 400,
  invalid_urls: 400,
  too_many_urls: 400,
  insufficient_credits: 402,
  scraping_failed: 500,
  timeout: 500,
  extraction_failed: 500,
  batch_failed: 500,
  crawl_failed: 500,
  mapping_failed: 500,
  invalid_query: 400,
  invalid_limit: 400,
  search_failed: 500,
  invalid_schema: 400,
  schema_too_complex: 400,
  invalid_request: 400,
  not_found: 404,
  not_cached: 404,
  method_not_allowed: 405,
  conflict: 409,
  cancelled: 409,
  job_not_completed: 409,
  payload_too_large: 413,
  not_configured: 501,
  engine_unavailable: 503,
  service_unavailable: 503,
  archive_unavailable: 502,
  internal_error: 500,
} as const

export type ErrorCode = keyof typeof STATUSES | (string & {})

const statusOf = (code: ErrorCode): number =>
  Object.hasOwn(STATUSES, code) ? STATUSES[code as keyof typeof STATUSES] : 500

export interface ErrorOptions {
  /** The cause, for the log; never shown to the caller. */
  cause?: unknown
  /**
   * Seconds after which trying again may help: the `Retry-After` header and, in a job, the delay of the item's next
   * attempt.
   */
  retryAfter?: number
  /** In a job: fails the whole job, not only the item (a crawl's start page). */
  failsJob?: boolean
  /** In a job: ends it early, completed with the results so far. Its other items are cancelled. */
  stopsJob?: boolean
  /** If it differs from the code's own, and for a plugin's own codes, whose status is 500 otherwise. */
  status?: number
}

/** What `ApiError.with` changes. */
export interface ErrorChanges extends ErrorOptions {
  message?: string
  details?: Record<string, unknown>
}

/**
 * The only error that crosses a boundary. Its message says what was wrong with this value and what is allowed;
 * `details` are shown to the caller, so they must hold no address, path or secret.
 *
 * @example throw new ApiError('invalid_options', 'timeout must be 1000 to 120000', { parameter: 'timeout' })
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  readonly retryAfter?: number
  readonly failsJob: boolean
  readonly stopsJob: boolean

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.status = options.status ?? statusOf(code)
    this.code = code
    this.details = details
    this.retryAfter = options.retryAfter
    this.failsJob = options.failsJob ?? false
    this.stopsJob = options.stopsJob ?? false
  }

  /** The same error with some changes, by default with this one as its cause. */
  with({ message = this.message, details = this.details, ...options }: ErrorChanges): ApiError {
    const { code, status, retryAfter, failsJob, stopsJob } = this
    return new ApiError(code, message, details, { cause: this, status, retryAfter, failsJob, stopsJob, ...options })
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/**
 * An error for a caller who knows its parameter by another name: in its details, and where its message begins with
 * it.
 */
export function renameParameter(error: ApiError, name: string): ApiError {
  const { message, details } = error
  const before = String(details.parameter)
  const renamed = message.startsWith(before) ? name + message.slice(before.length) : message
  return error.with({ message: renamed, details: { ...details, parameter: name } })
}

/** The 404 for both unknown ids and ids of other accounts, so that callers cannot tell them apart. */
export const notFound = (resource: string, id: string) => {
  // A value sent as an id may be long, or a URL with a password.
  const shown = id.slice(id.lastIndexOf('@') + 1).slice(0, MAX_SHOWN_ID)
  // Users belong to no account: only administrators ask for them.
  const where = resource === 'user' ? '' : ' in this account'
  return new ApiError('not_found', `There is no ${resource} ${shown}${where}`, { resource, id: shown })
}
const MAX_SHOWN_ID = 200

/** The message for a failure that is not the caller's fault, whatever its reason. */
export const internalError = (cause: unknown) =>
  new ApiError('internal_error', 'The service failed to answer this request; the log has the reason', {}, { cause })

/** How a plugin's routes report failures. */
export interface ErrorRules {
  /**
   * The code for an invalid field, by its name in the body or query (a nested one by its path, `options.engine`);
   * `'*'` for all others. Default `invalid_request`. A function builds the whole refusal.
   */
  invalid?: Readonly<Record<string, ErrorCode | ((violation: Violation) => ApiError)>>
  /** The code for an unexpected failure. Default `internal_error`. */
  failure?: ErrorCode
  /** A different status for a code (crawl's `insufficient_credits` is 403). */
  status?: Readonly<Record<string, number>>
  /** For routes whose errors have a shape of their own. Default: the main shape. */
  family?: ErrorFamily
}

/** A shape of error bodies. */
export interface ErrorFamily {
  /** The schema of the body, for the API's document; one with a `title` is listed once, under that name. */
  schema: TSchema
  /** Returns the body for an error. */
  render(error: ApiError): Record<string, unknown>
  /** How it spells a code, if differently. */
  codeOf?(code: ErrorCode): string
}

/** The main shape of error bodies. Source: spec section 7.1. */
export const renderError = ({ code, message, details }: ApiError) => ({
  success: false as const,
  error: { code, message, details },
})
