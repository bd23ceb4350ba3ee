import type { ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '../tools/tool.ts'

/** Milliseconds after which a client hears that a call goes on: many give up a call that says nothing for 60 s. */
const BEAT = 10_000
/** By how much a beat raises a progress that must rise each time. */
const STEP = 0.001

/** Tells a client that asked for it how far its call is, until it is stopped. */
export function createProgress({ mcpReq: { _meta, notify } }: ServerContext): Progress & { stop(): void } {
  const token = _meta?.progressToken
  if (token === undefined) return { report: () => {}, stop: () => {} }
  let last = 0
  let all: number | undefined
  const tell = (progress: number, message?: string) => {
    last = Math.max(progress, last + STEP)
    const params = { progressToken: token, progress: last, ...(all !== undefined && { total: all }), message }
    // Who has gone hears no more of it.
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
