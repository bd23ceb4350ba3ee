import { isApiError } from '../errors.ts'
import { describeError, type Log } from '../log.ts'
import { createSweeper } from '../store/sweeper.ts'

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
  const sweep = async (isClosed: () => boolean) => {
    for (const { request, count, end } of [...open()]) {
      if (isClosed()) break
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
    return false
  }
  // One check after the other: with many keys, or a slow store, one takes longer than the time between two.
  const checks = createSweeper({ what: `Check of the keys of open ${what}`, sweep, first: EVERY, every: EVERY, log })
  checks.start()
  return () => void checks.close()
}

/** Whether a key was refused. Other failures, as of the store, say nothing about the key. */
const isRefusal = (error: unknown) => isApiError(error) && (error.status === 401 || error.status === 403)
