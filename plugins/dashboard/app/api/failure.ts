/** A refusal by the service, or a network error; to be shown with its remedy. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** 0 if there was no response. */
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null

  constructor(
    message: string,
    about: { status: number; code: string; details?: Record<string, unknown>; requestId?: string | null },
  ) {
    super(message)
    this.status = about.status
    this.code = about.code
    this.details = about.details ?? {}
    this.requestId = about.requestId ?? null
  }

  /** The field that it is about, such as `options.timeout`. */
  get parameter(): string | undefined {
    return typeof this.details.parameter === 'string' ? this.details.parameter : undefined
  }

  /** What to do about it, if the service says more than its message. */
  get remedy(): string | undefined {
    return typeof this.details.remedy === 'string' ? this.details.remedy : undefined
  }
}

interface FailureBody {
  error?: unknown
  message?: unknown
  details?: unknown
  data?: unknown
}
const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * From a response's body: the main shape, that of the archive (`error` is a message), or that of enrichment (a code).
 */
export function failureOf(status: number, body: unknown, requestId: string | null): Failure {
  const { error, message, details, data } = object(body) as FailureBody
  if (typeof error === 'object' && error !== null) {
    const main = error as { code?: unknown; message?: unknown; details?: unknown }
    return new Failure(String(main.message ?? `The server answered ${status}`), {
      status,
      code: String(main.code ?? status),
      details: object(main.details),
      requestId,
    })
  }
  if (typeof message === 'string')
    return new Failure(message, { status, code: String(error), details: object(data), requestId })
  if (typeof error === 'string')
    return new Failure(error, {
      status,
      code: String(object(details).code ?? status),
      details: object(details),
      requestId,
    })
  return new Failure(`The server answered ${status} with a response that this page cannot read; try again`, {
    status,
    code: String(status),
    requestId,
  })
}

/** There was no response at all. */
export const unreachable = () =>
  new Failure('The server cannot be reached. Check that it is running and that this device is online, then try again', {
    status: 0,
    code: 'unreachable',
  })

/** Whatever was thrown, as a Failure. */
export const toFailure = (error: unknown) =>
  error instanceof Failure
    ? error
    : new Failure(error instanceof Error ? error.message : String(error), { status: 0, code: 'failed' })
