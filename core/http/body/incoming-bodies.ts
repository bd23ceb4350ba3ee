import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import { ApiError } from '../../errors.ts'

/** Bytes of the bodies that one account sends at once. */
const MAX_BYTES = 128 * 1024 * 1024
/** Seconds after which one that found no room may come again. */
const ASK_AGAIN = 5

/** A body that is on its way. */
export interface IncomingBody {
  /** Some of it has come. Throws 429 `rate_limited` where the account's others leave no room for it. */
  arrived(bytes: number): void
  /** Frees its room. */
  left(): void
}

/**
 * The bodies that are on their way. They lie in memory before their requests are counted and have a place, so that
 * without a bound of their own one account could fill it.
 */
export interface IncomingBodies {
  /**
   * Makes room for a body of at most so many bytes: for all of it where its length is declared, else as it comes.
   * Throws 429 `rate_limited` where the account's others leave none.
   */
  enter(account: string, headers: Headers, most: number): IncomingBody
}

export function createIncomingBodies(): IncomingBodies {
  const taken = new KeyedCounts()
  return {
    enter(account, headers, most) {
      let own = 0
      const take = (bytes: number) => {
        const all = taken.of(account) + bytes
        if (all > MAX_BYTES && all > own + bytes) throw noRoom()
        own += bytes
        taken.add(account, bytes)
      }
      const declared = headers.get('content-length')
      if (declared !== null) take(Math.min(most, Number(declared)))
      return {
        arrived: declared === null ? take : () => {},
        left: () => taken.add(account, -own),
      }
    },
  }
}

const noRoom = () =>
  new ApiError(
    'rate_limited',
    `An account may send bodies of ${MAX_BYTES} bytes together at once; send this one when others have arrived`,
    { limit: MAX_BYTES },
    { retryAfter: ASK_AGAIN },
  )
