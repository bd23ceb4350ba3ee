import { ApiError, KeyedCounts, toBody } from 'weirjs'

/** Downloads of one account at once: what each is about to send lies in memory until it is read. */
const MAX_DOWNLOADS = 16

/** The downloads that are under way. */
export interface Downloads {
  /** A body that is made while it is read. Throws 429 `rate_limited` where the account has too many. */
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
