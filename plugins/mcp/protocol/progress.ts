import type { ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '../tools/tool.ts'

/** Milliseconds between signs of life: many clients abort a call that sends nothing for 60 s. */
const SIGN_OF_LIFE_EVERY = 10_000
/** The progress must rise with each message, so a sign of life adds this. */
const STEP = 0.001

/** Reports the progress of a call to a client that asked for it, until it is stopped. */
export function createProgress({ mcpReq: { _meta, notify } }: ServerContext): Progress & { stop(): void } {
  const token = _meta?.progressToken
  if (token === undefined) return { report: () => {}, stop: () => {} }
  let last = 0
  let all: number | undefined
  const tell = (progress: number, message?: string) => {
    last = Math.max(progress, last + STEP)
    const params = { progressToken: token, progress: last, ...(all !== undefined && { total: all }), message }
    // The client may be gone.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const beat = setInterval(() => tell(0, 'Still at work'), SIGN_OF_LIFE_EVERY)
  return {
    report(done, total, message) {
      all = total
      tell(done, message)
    },
    stop: () => clearInterval(beat),
  }
}
