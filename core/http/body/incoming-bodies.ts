import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import { ApiError } from '../../errors.ts'

/** Bytes of the bodies that one account sends at once. */
const MAX_BYTES = 128 * 1024 * 1024
/** The same for all callers without a key together, as anybody can open many connections. */
const MAX_STRANGERS_BYTES = 64 * 1024 * 1024
/** Bodies of callers without a key that are not counted, such as a login's: a connection takes as much memory. */
const SMALL = 16 * 1024
/** Seconds after which a refused request may be sent again. */
const ASK_AGAIN = 5

/** A body that is arriving. */
export interface IncomingBody {
  /** More of it has arrived. Throws 429 `rate_limited` if the others leave no room for it. */
  arrived(bytes: number): void
  /** Frees its room. */
  left(): void
}

/**
 * The bodies that are arriving. They take memory before their requests are counted against any limit, so without a
 * limit of their own one account could fill it.
 */
export interface IncomingBodies {
  /**
   * Reserves room for a body of at most `most` bytes: for all of it if its length is declared, otherwise as it
   * arrives. Throws 429 `rate_limited` if the account's other bodies leave no room or, without an account, those of
   * all callers without a key.
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
    `An account may send bodies of at most ${MAX_BYTES} bytes in total at once; send this one when the others have arrived`,
    { limit: MAX_BYTES },
    { retryAfter: ASK_AGAIN },
  )

const noRoomForStrangers = () =>
  new ApiError(
    'rate_limited',
    'Too many large bodies arrive at once from callers without a key; send this one again',
    { limit: MAX_STRANGERS_BYTES },
    { retryAfter: ASK_AGAIN },
  )
