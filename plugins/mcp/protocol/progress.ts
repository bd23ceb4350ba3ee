import type { ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '../tools/tool.ts'

/** Milliseconds between signs of life of a call: many clients give up a call that is silent for 60 s. */
const BEAT = 10_000
/** How much each raises the progress, which must always rise. */
const STEP = 0.001

/** Reports the progress of a call to a client that asked for it, until stopped. */
export function createProgress({ mcpReq: { _meta, notify } }: ServerContext): Progress & { stop(): void } {
  const token = _meta?.progressToken
  if (token === undefined) return { report: () => {}, stop: () => {} }
  let last = 0
  let all: number | undefined
  const tell = (progress: number, message?: string) => {
    last = Math.max(progress, last + STEP)
    const params = { progressToken: token, progress: last, ...(all !== undefined && { total: all }), message }
    // A client that has disconnected receives nothing more.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  const beat = setInterval(() => tell(0, 'Still at work'), BEAT)
  return {
    report(done, total, message) {
      all = total
      tell(done, message)
    },
    stop: () => clearInterval(beat),
  }
}
