import { UNKNOWN, type WeirError } from './error.ts'

export interface RetryOptions {
  /** How often a request is sent again. Default 3. */
  retries?: number
  /** Milliseconds before the first retry, unless the service names a time; doubled each time. Default 500. */
  retryDelay?: number
}

/** The longest delay in milliseconds: our own, and the longest that the service may ask for. */
const MAX_DELAY = 8000
const MAX_ASKED = 60_000

/** Statuses of proxies that could not reach the service, or got no response in time. */
const OF_PROXIES = [502, 503, 504]

/**
 * Whether trying again may help, for a request that may be sent twice. The service says so itself with `Retry-After`;
 * responses of proxies in front of it name no time.
 */
const isPassing = ({ status, code, retryAfter }: WeirError) =>
  status === 0 || retryAfter !== undefined || (code === UNKNOWN && OF_PROXIES.includes(status))

/** Whether the service refused the request before it did anything. */
const isUntouched = ({ status }: WeirError) => status === 429

/** Milliseconds until the request is sent again; undefined if it is not. */
export function pauseBefore(
  attempt: number,
  error: WeirError,
  { retries = 3, retryDelay = 500, repeatable }: RetryOptions & { repeatable: boolean },
): number | undefined {
  if (attempt > retries || !isPassing(error) || !(repeatable || isUntouched(error))) return undefined
  if (error.retryAfter !== undefined) {
    const asked = error.retryAfter * 1000
    return asked > MAX_ASKED ? undefined : asked
  }
  const longest = Math.min(MAX_DELAY, retryDelay * 2 ** (attempt - 1))
  // Randomized, so that the clients of a service that comes back do not all arrive at once.
  return longest * (0.5 + Math.random() / 2)
}

/** Waits. Rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
  })
}
