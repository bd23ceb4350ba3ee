import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import { ApiError } from '../../errors.ts'

/** Bytes of the bodies that one account sends at once. */
const MAX_BYTES = 128 * 1024 * 1024
/** The same of all callers together who say not who they are: of them there are as many as somebody likes. */
const MAX_STRANGERS_BYTES = 64 * 1024 * 1024
/** Bytes of a stranger's body that need no room, as a login has: a connection takes as much. */
const SMALL = 16 * 1024
/** Seconds after which one that found no room may come again. */
const ASK_AGAIN = 5

/** A body that is on its way. */
export interface IncomingBody {
  /** Some of it has come. Throws 429 `rate_limited` where the others leave no room for it. */
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
   * Throws 429 `rate_limited` where the others leave none: those of the account, or without one those of all
   * strangers.
   */
  enter(account: string | undefined, headers: Headers, most: number): IncomingBody
}

export function createIncomingBodies(): IncomingBodies {
  const taken = new KeyedCounts()
  return {
    enter(account, headers, most) {
      const sender = account ?? ''
      const room = account === undefined ? MAX_STRANGERS_BYTES : MAX_BYTES
      let arrived = 0
      let own = 0
      const take = (bytes: number) => {
        const size = arrived + bytes
        const all = taken.of(sender) + size - own
        const isFree = account === undefined && size <= SMALL
        if (!isFree && all > room && all > size) throw account === undefined ? noRoomForStrangers() : noRoom()
        arrived = size
        if (isFree) return
        taken.add(sender, size - own)
        own = size
      }
      const declared = headers.get('content-length')
      if (declared !== null) take(Math.min(most, Number(declared)))
      return {
        arrived: declared === null ? take : () => {},
        left: () => taken.add(sender, -own),
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

const noRoomForStrangers = () =>
  new ApiError(
    'rate_limited',
    'Too many large bodies come at once from callers who say not who they are; send this one again',
    { limit: MAX_STRANGERS_BYTES },
    { retryAfter: ASK_AGAIN },
  )
