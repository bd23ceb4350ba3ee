import { ApiError, type Clock, type GuardedFetch, type GuardedResponse, retryAfterOf, version } from 'weirjs'

/** The most bytes of a response that are read in order to reuse the connection; the content is ignored. */
const SMALL_ANSWER = 4096
/** The most milliseconds for reading it. */
const BODY_TIME = 1000

/** An attempt to deliver, as it is listed. */
export interface Attempt {
  /** In epoch milliseconds. */
  at: number
  ms: number
  /** Null without a response. */
  statusCode: number | null
  /** Null if the receiver accepted it. */
  error: string | null
  /** Whether the receiver is gone for good, according to its response. */
  gone: boolean
  /** The pause in milliseconds that the receiver asks for. */
  retryAfter: number | undefined
}

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/** Sends a body once. Throws only if the signal is aborted for another reason than a timeout. */
export async function post(fetch: GuardedFetch, clock: Clock, { url, headers, body, signal }: Post): Promise<Attempt> {
  const at = clock.now()
  const started = performance.now()
  const attempt = (rest: Pick<Attempt, 'statusCode' | 'error'> & Partial<Attempt>): Attempt => ({
    at,
    ms: Math.round(performance.now() - started),
    gone: false,
    retryAfter: undefined,
    ...rest,
  })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `Weir/${version} (webhooks)`,
        ...headers,
      },
      body,
      signal,
      maxRedirects: 0,
      // The content of a response is ignored, so its length does not matter.
      maxBytes: Number.MAX_SAFE_INTEGER,
    })
    const { status: statusCode } = answer
    await discard(answer)
    if (answer.ok) return attempt({ statusCode, error: null })
    const waits = statusCode === 429 || statusCode === 503
    return attempt({
      statusCode,
      error: statusCode >= 300 && statusCode < 400 ? 'The receiver redirects' : `The receiver answered ${statusCode}`,
      gone: statusCode === 410,
      retryAfter: waits ? retryAfterOf(answer.headers, at) : undefined,
    })
  } catch (error) {
    if (error instanceof ApiError) return attempt({ statusCode: null, error: wordsOf(error) })
    throw error
  }
}

/** Rewords the errors of a fetch, which speak of pages, for receivers. */
function wordsOf(error: ApiError): string {
  if (error.code === 'timeout') return 'The receiver did not answer in time'
  const { reason } = error.details
  return (typeof reason === 'string' && failures[reason]) || error.message
}
const failures: Readonly<Record<string, string>> = {
  dns: 'The host name of the receiver does not resolve',
  refused: 'The receiver cannot be reached',
  forbidden_address: 'The receiver is at an address or port that this service does not send to',
  tls: 'No secure connection: the certificate of the receiver is not valid for its host',
  reset: 'The receiver ended the connection before it answered',
  malformed_response: 'The receiver did not respond with valid HTTP',
}

/** Ends a response. A short one is read for a limited time, so that its connection can be reused. */
async function discard(answer: GuardedResponse): Promise<void> {
  const size = answer.headers.get('content-length')
  if (size === null || Number(size) > SMALL_ANSWER) return answer.body?.cancel().catch(() => {})
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, BODY_TIME)
  })
  await Promise.race([answer.bytes().catch(() => {}), patience])
  clearTimeout(timer)
}
