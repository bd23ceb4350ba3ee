import { ApiError, type GuardedFetch, isApiError, isObject, MAX_PAUSE, parseLongJson, retryAfterOf } from 'weirjs'
import type { SearchProvider } from '../service.ts'

/** The most bytes of a response: twenty results take some tens of thousands. */
const MAX_BYTES = 4 * 1024 * 1024
/** Milliseconds for one request. */
const TIMEOUT = 10_000
/** The pause in seconds if a service refuses too many requests without stating one. */
const PAUSE = 10

/** Why a provider could not answer, for the caller and for the choice of the next provider. */
export const searchFailed = (
  provider: string,
  reason: string,
  message: string,
  { details = {}, cause, retryAfter }: { details?: Record<string, unknown>; cause?: unknown; retryAfter?: number } = {},
) => new ApiError('search_failed', message, { provider, reason, ...details }, { cause, retryAfter })

/** A provider whose setting is missing. The error is created on demand, to keep the start fast. */
export function notSetUp(setting: string, what: string): Pick<SearchProvider, 'missing' | 'search'> {
  const missing = () =>
    new ApiError('not_configured', `The operator has not configured ${what}: ${setting}`, { setting })
  return {
    get missing() {
      return missing()
    },
    search: () => Promise.reject(missing()),
  }
}

export interface ServiceAnswer {
  status: number
  headers: Headers
  /** Undefined if it is not a JSON object. */
  body: Readonly<Record<string, unknown>> | undefined
}

/**
 * Requests JSON from a search service. Throws `search_failed` if it cannot be reached, takes too long or its response
 * is too large.
 */
export async function askService(
  fetch: GuardedFetch,
  url: URL,
  { provider, headers, signal }: { provider: string; headers?: Record<string, string>; signal: AbortSignal },
): Promise<ServiceAnswer> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      maxBytes: MAX_BYTES,
      maxRedirects: 3,
    })
    const body = await parseLongJson(await answer.text())
    return { status: answer.status, headers: answer.headers, body: isObject(body) ? body : undefined }
  } catch (error) {
    signal.throwIfAborted()
    const reason = isApiError(error) ? (error.code === 'timeout' ? 'timeout' : error.details.reason) : 'timeout'
    // The error of a fetch contains the address, which only the operator may see.
    throw searchFailed(provider, String(reason), `The search provider ${provider} could not be reached: ${reason}`, {
      cause: error,
    })
  }
}

/** The pause in seconds that a service asks for, within bounds. */
export function pauseOf(headers: Headers, now: number): number | undefined {
  const asked = retryAfterOf(headers, now)
  return asked === undefined ? undefined : bounded(asked / 1000)
}
const bounded = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 1), MAX_PAUSE / 1000)

/** The error of a service that refuses too many requests; `seconds` is the pause that its body states, if any. */
export const tooOften = (provider: string, headers: Headers, now: number, seconds?: number): ApiError =>
  searchFailed(provider, 'rate_limited', `The search provider ${provider} is receiving too many requests`, {
    retryAfter: pauseOf(headers, now) ?? bounded(seconds ?? PAUSE),
  })

/**
 * The most entries of a list that are read. A page of results has a few dozen; each entry takes time in which nothing
 * else is served, and a response has room for a hundred thousand.
 */
const MAX_ENTRIES = 500

/** The entries of a list from a service; those beyond the limit are ignored. */
export const entriesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : []

/** Those entries that are objects. */
export const objectsOf = (value: unknown): Readonly<Record<string, unknown>>[] => entriesOf(value).filter(isObject)

/** Whether it is a list of results: one without any object is none, and must not pass as a search without results. */
export const isResultList = (value: unknown): boolean =>
  Array.isArray(value) && (value.length === 0 || objectsOf(value).length > 0)

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
