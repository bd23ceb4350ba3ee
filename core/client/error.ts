/** The fields of a `WeirError`. */
export interface ErrorFacts {
  /** The HTTP status; 0 if there was no response. */
  status: number
  /** Stable; branch on this. `unreachable` if there was no response. */
  code: string
  details?: Readonly<Record<string, unknown>>
  /** `X-Request-Id` of the response, which is also in the service's log. */
  requestId?: string
  /** Seconds after which trying again may help, according to the service. */
  retryAfter?: number
  cause?: unknown
}

/**
 * A refusal by the service, or a failure to reach it. The message says what was wrong and what is allowed.
 *
 * @example if (error instanceof WeirError && error.code === 'insufficient_credits') …
 */
export class WeirError extends Error {
  override readonly name = 'WeirError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(message: string, { status, code, details = {}, requestId, retryAfter, cause }: ErrorFacts) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  /** The field of the request at fault, such as `options.timeout`. */
  get field(): string | undefined {
    return text(this.details.parameter)
  }

  /** What to do about it, if the service says more than the message does. */
  get remedy(): string | undefined {
    return text(this.details.remedy)
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The longest `Retry-After` that is accepted, in seconds: a day. */
const MAX_RETRY_AFTER = 86_400

/** The seconds of a `Retry-After` header, which is a number of seconds or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(MAX_RETRY_AFTER, Math.max(0, seconds))
}

/** The error of a response; without a `code` in its body, the response is not the service's. */
export async function readError(response: Response): Promise<WeirError> {
  const { status, headers } = response
  const body = object(await response.json().catch(() => undefined))
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfter = retryAfterOf(headers)
  const make = (message: unknown, code: unknown, details: unknown) =>
    new WeirError(text(message) ?? `The service answered ${status}`, {
      status,
      code: text(code) ?? UNKNOWN,
      details: object(details),
      requestId,
      retryAfter,
    })
  // The archive sends a message, enrichment a code, and all others both.
  const { error, message, details, data } = body
  if (typeof error === 'object' && error !== null) {
    const main = object(error)
    return make(main.message, main.code, main.details)
  }
  if (message !== undefined) return make(message, error, data)
  return make(error, object(details).code, details)
}

/** The code for a response that is not in the service's format: a proxy in front of it responded. */
export const UNKNOWN = 'unknown'
