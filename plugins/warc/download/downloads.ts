import { ApiError, toBody } from 'weirjs'

/** Downloads of one account at once: what each is about to send lies in memory until it is read. */
const MAX_DOWNLOADS = 16

/** The downloads that are under way. */
export interface Downloads {
  /** A body that is made while it is read. Throws 429 `rate_limited` where the account has too many. */
  begin(account: string, pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>>
}

export function createDownloads(): Downloads {
  const running = new Map<string, number>()
  return {
    begin(account, pieces) {
      const before = running.get(account) ?? 0
      if (before >= MAX_DOWNLOADS)
        throw new ApiError(
          'rate_limited',
          `An account may have ${MAX_DOWNLOADS} downloads of its archive at once; read or end one`,
          { limit: MAX_DOWNLOADS },
        )
      running.set(account, before + 1)
      let ended = false
      const end = () => {
        if (ended) return
        ended = true
        const left = (running.get(account) ?? 0) - 1
        if (left > 0) running.set(account, left)
        else running.delete(account)
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
