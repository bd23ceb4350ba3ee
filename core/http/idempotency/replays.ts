import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import { toBody } from '../body/body-chunks.ts'

/** Larger answers are sent in pieces of this many bytes, as they are read. */
const PIECE = 64 * 1024
/** Bytes of stored answers that may be on their way to one account. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Stored answers that are being sent again. They cost no credits and count against no limit, yet one that is not read
 * stays in memory, so they have a limit of their own.
 */
export interface Replays {
  /**
   * The body of an answer, for a request that ends with `signal`; undefined if the account's other answers leave no
   * room for it.
   */
  send(
    account: string,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | undefined
}

export function createReplays(): Replays {
  const sending = new KeyedCounts()
  return {
    send(account, bytes, signal) {
      const size = bytes.byteLength
      if (size <= PIECE) return bytes
      const before = sending.of(account)
      if (signal.aborted || (before > 0 && before + size > MAX_BYTES)) return undefined
      sending.add(account, size)
      let left: Uint8Array | undefined = bytes
      const end = () => {
        signal.removeEventListener('abort', end)
        if (left) sending.add(account, -size)
        left = undefined
      }
      signal.addEventListener('abort', end)
      return toBody({
        async next() {
          if (!left || left.byteLength === 0) {
            end()
            return { done: true, value: undefined }
          }
          const value = left.subarray(0, PIECE)
          left = left.subarray(PIECE)
          return { done: false, value }
        },
        end: async () => end(),
      })
    },
  }
}
