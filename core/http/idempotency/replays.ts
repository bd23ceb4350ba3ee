import { KeyedCounts } from '../../concurrency/keyed-counts.ts'
import { toBody } from '../body/body-chunks.ts'

/** Bytes of an answer that is sent at once, and of a piece of one that is sent as it is read. */
const PIECE = 64 * 1024
/** Bytes of the kept answers that an account is being sent at once. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Kept answers on their way to who asked again. They cost nothing and count nowhere, and one that is not read lies in
 * memory until it is.
 */
export interface Replays {
  /**
   * The body of an answer for a request that `signal` ends; undefined where the account's others leave no room for
   * it.
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
