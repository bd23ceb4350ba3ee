import type { Clock } from '../clock.ts'
import type { ReleaseSlot } from '../contracts/politeness.ts'
import type { HostPolicies } from './host-policies.ts'

interface HostQueue {
  running: number
  nextAt: number
  waiting: (() => void)[]
}

/**
 * Takes turns at hosts for requests that belong to no job: no more at once than the host is thought to bear, and as far
 * apart as it asks. Those of this process alone are counted; jobs have a gate of their own. Throws the signal's reason.
 */
export function createHostSlots(
  clock: Clock,
  paces: HostPolicies,
): (host: string, signal: AbortSignal) => Promise<ReleaseSlot> {
  const queues = new Map<string, HostQueue>()

  const release = (host: string, line: HostQueue) => {
    line.running--
    line.waiting.shift()?.()
    if (line.running === 0 && line.waiting.length === 0 && line.nextAt <= clock.now()) queues.delete(host)
  }

  return async (host, signal) => {
    let line = queues.get(host)
    if (!line) {
      line = { running: 0, nextAt: 0, waiting: [] }
      queues.set(host, line)
    }
    for (;;) {
      signal.throwIfAborted()
      const { parallel, gap, notBefore } = paces.of(host)
      const now = clock.now()
      const wait = Math.max(line.nextAt, notBefore) - now
      if (line.running < parallel && wait <= 0) {
        line.running++
        line.nextAt = now + gap
        let isOver = false
        const taken = line
        return () => {
          if (isOver) return
          isOver = true
          release(host, taken)
        }
      }
      await slotOrTimeout(line, signal, line.running < parallel ? wait : undefined)
    }
  }
}

/** Waits until a place is free, for so many milliseconds where a time is known, and for the signal. */
function slotOrTimeout(line: HostQueue, signal: AbortSignal, milliseconds: number | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    const at = line.waiting.indexOf(end)
    if (at >= 0) line.waiting.splice(at, 1)
    resolve()
  }
  const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
  signal.addEventListener('abort', end, { once: true })
  if (milliseconds === undefined) line.waiting.push(end)
  return promise
}
