import { ApiError } from '../../errors.ts'

/** Bytes of the bodies that one account sends at once. */
const MAX_BYTES = 128 * 1024 * 1024
/** Seconds after which one that found no room may come again. */
const ASK_AGAIN = 5

/**
 * The bodies that are on their way. They lie in memory before their requests are counted and have a place, so that
 * without a bound of their own one account could fill it.
 */
export interface IncomingBodies {
  /**
   * Makes room for a body, which has the declared length or else may have the most that its route takes. Gives what
   * frees it. Throws 429 `rate_limited` where the account's others leave none.
   */
  enter(account: string, headers: Headers, most: number): () => void
}

export function createIncomingBodies(): IncomingBodies {
  const taken = new Map<string, number>()
  return {
    enter(account, headers, most) {
      const bytes = Math.min(most, Number(headers.get('content-length') ?? most))
      const before = taken.get(account) ?? 0
      if (before > 0 && before + bytes > MAX_BYTES)
        throw new ApiError(
          'rate_limited',
          `An account may send bodies of ${MAX_BYTES} bytes together at once; send this one when others have arrived`,
          { limit: MAX_BYTES },
          { retryAfter: ASK_AGAIN },
        )
      taken.set(account, before + bytes)
      return () => {
        const left = (taken.get(account) ?? 0) - bytes
        if (left > 0) taken.set(account, left)
        else taken.delete(account)
      }
    },
  }
}
