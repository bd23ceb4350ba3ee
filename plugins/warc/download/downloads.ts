import { ApiError, KeyedCounts, toBody } from 'weirjs'

/** The most simultaneous downloads of one account: each keeps its next chunk in memory until it is read. */
const MAX_DOWNLOADS = 16

/** The running downloads. */
export interface Downloads {
  /**
   * Starts a download whose body is produced as it is read. Throws 429 `rate_limited` if the account has too many.
   */
  begin(account: string, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>>
}

export function createDownloads(): Downloads {
  const running = new KeyedCounts()
  return {
    begin(account, pieces) {
      if (running.of(account) >= MAX_DOWNLOADS)
        throw new ApiError(
          'rate_limited',
          `An account may have ${MAX_DOWNLOADS} downloads of its archive at once; read or end one`,
          { limit: MAX_DOWNLOADS },
        )
      running.add(account, 1)
      let ended = false
      const end = () => {
        if (ended) return
        ended = true
        running.add(account, -1)
      }
      return toBody({
        async next() {
          try {
            const next = await pieces.next()
            if (next.done) end()
            return next
          } catch (error) {
            end()
            throw error
          }
        },
        async end() {
          end()
          await pieces.return(undefined)
        },
      })
    },
  }
}
