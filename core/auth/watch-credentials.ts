import { isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'

/** Milliseconds between two checks. */
const EVERY = 3_000

/** The open connections of one credential. */
export interface Connections {
  /** One of the requests that opened them, by which the credential is checked. */
  request: Request
  count: number
  /** Ends them. */
  end(): void
}

export interface WatchCredentialsParts {
  /** What kind of connection it is, for the log: `streams`. */
  what: string
  /** All that are open, by credential. */
  open(): Iterable<Connections>
  /** Throws if the request's credential is no longer valid. */
  recheck(request: Request): Promise<void>
  log: Log
}

/**
 * Ends connections whose credential is no longer valid, as they may stay open for hours. Returns a function that
 * stops the checks.
 */
export function watchCredentials({ what, open, recheck, log }: WatchCredentialsParts): () => void {
  const checkAll = async () => {
    for (const { request, count, end } of [...open()]) {
      try {
        await recheck(request)
      } catch (error) {
        const cause = describeError(error)
        if (isRefusal(error)) {
          log.info(`Open ${what} were ended: their key is no longer valid`, { count, cause })
          end()
        } else log.warn(`Keys of open ${what} could not be checked; they go on`, { cause })
      }
    }
  }
  const timer = setInterval(() => void checkAll(), EVERY)
  timer.unref?.()
  return () => clearInterval(timer)
}

/** Whether a key was refused. Other failures, as of the store, say nothing about the key. */
const isRefusal = (error: unknown) => isApiError(error) && (error.status === 401 || error.status === 403)
