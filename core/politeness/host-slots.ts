import type { Clock } from '../clock.ts'
import type { ReleaseSlot } from '../contracts/politeness.ts'
import type { HostPolicies } from './host-policies.ts'

interface HostQueue {
  running: number
  nextAt: number
  waiting: (() => void)[]
}

/**
 * Slots at hosts for requests that belong to no job: no more at once than the host is thought to bear, and as far
 * apart as it asks. Only the requests of this process are counted; jobs have host limits of their own. Throws the
 * signal's reason.
 */
export function createHostSlots(
  clock: Clock,
  policies: HostPolicies,
): (host: string, signal: AbortSignal) => Promise<ReleaseSlot> {
  const queues = new Map<string, HostQueue>()

  const release = (host: string, queue: HostQueue) => {
    queue.running--
    queue.waiting.shift()?.()
    if (queue.running === 0 && queue.waiting.length === 0 && queue.nextAt <= clock.now()) queues.delete(host)
  }

  return async (host, signal) => {
    let queue = queues.get(host)
    if (!queue) {
      queue = { running: 0, nextAt: 0, waiting: [] }
      queues.set(host, queue)
    }
    for (;;) {
      signal.throwIfAborted()
      const { parallel, gap, notBefore } = policies.of(host)
      const now = clock.now()
      const wait = Math.max(queue.nextAt, notBefore) - now
      if (queue.running < parallel && wait <= 0) {
        queue.running++
        queue.nextAt = now + gap
        let isOver = false
        const taken = queue
        return () => {
          if (isOver) return
          isOver = true
          release(host, taken)
        }
      }
      await slotOrTimeout(queue, signal, queue.running < parallel ? wait : undefined)
    }
  }
}

/** Waits until a place is free, for so many milliseconds where a time is known, and for the signal. */
function slotOrTimeout(queue: HostQueue, signal: AbortSignal, milliseconds: number | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    const at = queue.waiting.indexOf(end)
    if (at >= 0) queue.waiting.splice(at, 1)
    resolve()
  }
  const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds)
  signal.addEventListener('abort', end, { once: true })
  if (milliseconds === undefined) queue.waiting.push(end)
  return promise
}
