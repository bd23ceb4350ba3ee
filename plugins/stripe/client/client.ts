import {
  ApiError,
  type GuardedFetch,
  type GuardedResponse,
  isObject,
  type JsonObject,
  parseJson,
  sleep,
  version,
} from 'weirjs'
import { refused, unreachable } from './failure.ts'
import { encodeForm, type FormFields } from './form.ts'

/** The API version of this code. Events may come in another version, so they are read in old and new forms. */
const STRIPE_VERSION = '2026-07-29.dahlia'
/** Milliseconds that one attempt, and all of them, may take. */
const TRY_TIME = 10_000
const WHOLE_TIME = 25_000
/** Milliseconds before each further attempt. */
const DELAYS = [500, 1500]
/** Maximum milliseconds of a wait that Stripe asks for. */
const MAX_WAIT = 5000
const MAX_ANSWER = 1024 * 1024

/** The Stripe API. Throws ApiError: 503 without an answer, 501 for an invalid key, 502 for any other refusal. */
export interface StripeClient {
  get(path: string, query?: FormFields): Promise<JsonObject>
  /** Retried with the same idempotency key, so that it is done once. */
  post(path: string, fields: FormFields): Promise<JsonObject>
}

export interface ClientParts {
  url: string
  secretKey: string
  fetch: GuardedFetch
}

/**
 * A small client of our own, as Stripe's package has 23 MB and we need only a few requests.
 * Source: https://docs.stripe.com/api
 */
export function createStripeClient({ url, secretKey, fetch }: ClientParts): StripeClient {
  const base = url.replace(/\/+$/, '')
  const common = {
    accept: 'application/json',
    authorization: `Bearer ${secretKey}`,
    'stripe-version': STRIPE_VERSION,
    'user-agent': `Weir/${version}`,
  }

  const send = async (method: string, path: string, fields: FormFields): Promise<JsonObject> => {
    const whole = AbortSignal.timeout(WHOLE_TIME)
    const form = encodeForm(fields)
    const isPost = method === 'POST'
    const address = isPost || form === '' ? `${base}${path}` : `${base}${path}?${form}`
    const headers = isPost
      ? {
          ...common,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': `weir-${crypto.randomUUID()}`,
        }
      : common
    const init = { method, headers, ...(isPost && { body: form }), maxRedirects: 0, maxBytes: MAX_ANSWER }
    for (let nth = 0; ; nth++) {
      const signal = AbortSignal.any([whole, AbortSignal.timeout(TRY_TIME)])
      const answer = await attempt(() => fetch(address, { ...init, signal }))
      if (answer instanceof Error || mayPass(answer)) {
        const delay = DELAYS[nth]
        if (delay !== undefined && !whole.aborted) {
          await wait(answer instanceof Error ? delay : Math.max(delay, askedWait(answer)))
          continue
        }
        throw answer instanceof Error ? unreachable(answer) : unreachable(undefined, answer.status)
      }
      if (answer.ok && isObject(answer.body)) return answer.body
      // What leads elsewhere, or is of no form, is not Stripe's.
      if (answer.status < 400) throw unreachable(new Error('The answer is not a JSON object'), answer.status)
      throw refused(answer.status, answer.body, answer.headers.get('request-id'))
    }
  }

  return {
    get: (path, query = {}) => send('GET', path, query),
    post: (path, fields) => send('POST', path, fields),
  }
}

interface Answer extends Pick<GuardedResponse, 'status' | 'ok' | 'headers'> {
  body: unknown
}

/** An answer with its body, or the error of a connection that gave none. */
async function attempt(work: () => Promise<GuardedResponse>): Promise<Answer | Error> {
  try {
    const response = await work()
    const { status, ok, headers } = response
    return { status, ok, headers, body: parseJson(await response.text()) }
  } catch (error) {
    // An address that may not be fetched stays so.
    if (error instanceof ApiError && error.details.reason === 'forbidden_address') throw unreachable(error)
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Whether Stripe may answer otherwise when it is asked again. */
function mayPass({ status, headers }: Answer): boolean {
  const advice = headers.get('stripe-should-retry')
  if (advice === 'true' || advice === 'false') return advice === 'true'
  return status === 409 || status === 429 || status >= 500
}

const askedWait = ({ headers }: Answer) => {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT) : 0
}

/** Lengthened by chance, so that what failed together is not tried together. */
const wait = (milliseconds: number) => sleep(milliseconds * (1 + Math.random() / 4))
