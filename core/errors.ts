import type { TSchema } from '@sinclair/typebox'
import type { Violation } from './schema.ts'

/** The codes of spec section 7.2 and decisions 1.7. Enrichment shows its own upper-case forms of them. */
export type ErrorCode =
  | 'unauthorized'
  | 'key_revoked'
  | 'key_expired'
  | 'insufficient_permissions'
  | 'rate_limited'
  | 'invalid_url'
  | 'invalid_options'
  | 'invalid_actions'
  | 'invalid_urls'
  | 'too_many_urls'
  | 'insufficient_credits'
  | 'scraping_failed'
  | 'timeout'
  | 'extraction_failed'
  | 'batch_failed'
  | 'crawl_failed'
  | 'mapping_failed'
  | 'invalid_query'
  | 'invalid_limit'
  | 'search_failed'
  | 'invalid_schema'
  | 'schema_too_complex'
  | 'invalid_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'job_not_completed'
  | 'payload_too_large'
  | 'not_configured'
  | 'engine_unavailable'
  | 'service_unavailable'
  | 'archive_unavailable'
  | 'internal_error'
  | (string & {})

export interface ErrorOptions {
  /** What led to this, for the log; never shown to the caller. */
  cause?: unknown
  /** Seconds after which trying again may help: the `Retry-After` header, and in a job the item's next attempt. */
  retryAfter?: number
  /** In a job: ends the whole job, not the item alone (a crawl's start page). */
  failsJob?: boolean
}

/**
 * The only error that crosses a boundary. Its message says what was wrong with this value and what is allowed;
 * `details` is shown to the caller, so it holds no address, path or secret.
 *
 * @example throw new ApiError(400, 'invalid_options', 'timeout must be 1000 to 120000', { parameter: 'timeout' })
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  readonly retryAfter?: number
  readonly failsJob: boolean

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options: ErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = options.retryAfter
    this.failsJob = options.failsJob ?? false
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** The 404 that unknown ids and ids of another account share, so that one never tells the two apart. */
export const notFound = (resource: string, id: string) => {
  // What was sent in place of an id may be long, or an address with a password.
  const shown = id.slice(id.lastIndexOf('@') + 1).slice(0, MAX_SHOWN_ID)
  return new ApiError(404, 'not_found', `There is no ${resource} ${shown} in this account`, { resource, id: shown })
}
const MAX_SHOWN_ID = 200

/** What a request that was refused or failed for any reason that is not the caller's shows. */
export const internalError = (cause: unknown) =>
  new ApiError(
    500,
    'internal_error',
    'The service failed to answer this request; the log has the reason',
    {},
    { cause },
  )

/** How a plugin words the failures of its routes. */
export interface ErrorRules {
  /**
   * The code for a bad field, by its name in the body or query (a nested one by its path, `options.engine`); `'*'`
   * for the rest. Default `invalid_request`. A function makes the whole refusal.
   */
  invalid?: Readonly<Record<string, ErrorCode | ((violation: Violation) => ApiError)>>
  /** The code of a failure that nobody has worded. Default `internal_error`. */
  failure?: ErrorCode
  /** Another status for a code (crawl's `insufficient_credits` is 403). */
  status?: Readonly<Record<string, number>>
  /** For routes whose failures have a shape of their own. Default: the main shape. */
  family?: ErrorFamily
}

/** A shape that failures have. */
export interface ErrorFamily {
  /** Of the body, for the API's document; one with a `title` stands there once, under that name. */
  schema: TSchema
  /** The body of a failure. */
  render(error: ApiError): Record<string, unknown>
  /** How it writes a code, where not as everybody does. */
  codeOf?(code: ErrorCode): string
}

/** The main shape of a failure. Source: spec section 7.1. */
export const renderError = ({ code, message, details }: ApiError) => ({
  success: false as const,
  error: { code, message, details },
})
