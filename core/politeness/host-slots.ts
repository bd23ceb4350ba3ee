import type { Clock } from '../clock.ts'
import { createLru } from '../concurrency/lru.ts'
import type { Lease, Leases } from '../contracts/leases.ts'
import type { ReleaseSlot } from '../contracts/politeness.ts'
import type { HostPolicies } from './host-policies.ts'

/** How many hosts are remembered: the most recently used ones. Requests to others go on. */
const MAX_HOSTS = 20_000

interface HostQueue {
  running: number
  nextAt: number
  waiting: (() => void)[]
}

/**
 * Slots at hosts for requests that belong to no job: they respect the host's limit of parallel requests and its gap,
 * within this process and, by `leases`, across all processes that share the store. Jobs have host limits of their
 * own. Throws the signal's reason.
 */
export function createHostSlots(
  clock: Clock,
  policies: HostPolicies,
  leases: Leases,
): (host: string, signal: AbortSignal) => Promise<ReleaseSlot> {
  const queues = createLru<string, HostQueue>(MAX_HOSTS)
  const queueOf = (host: string): HostQueue => {
    const known = queues.get(host)
    if (known) return known
    const queue: HostQueue = { running: 0, nextAt: 0, waiting: [] }
    queues.set(host, queue)
    return queue
  }
  const release = (queue: HostQueue) => {
    queue.running--
    queue.waiting.shift()?.()
  }

  return async (host, signal) => {
    const queue = queueOf(host)
    for (;;) {
      signal.throwIfAborted()
      const { parallel, gap, notBefore } = policies.of(host)
      const now = clock.now()
      // It can be further away only if the clock was set back.
      queue.nextAt = Math.min(queue.nextAt, now + gap)
      const wait = Math.max(queue.nextAt, notBefore) - now
      if (queue.running < parallel && wait <= 0) {
        queue.running++
        queue.nextAt = now + gap
        // The host may allow more parallel requests than when the others started to wait.
        if (queue.running < parallel) queue.waiting.shift()?.()
        const lease = await leaseSlot(leases, host, policies.of(host), signal).catch((error: unknown) => {
          release(queue)
          throw error
        })
        // Jobs may have sent requests meanwhile.
        await policies.waitForSlot(host, signal).catch((error: unknown) => {
          lease.release()
          release(queue)
          throw error
        })
        const begun = clock.now()
        queue.nextAt = begun + gap
        let isOver = false
        return () => {
          if (isOver) return
          isOver = true
          // No other process may start a request until the gap is over.
          const left = Math.min(gap, Math.max(0, begun + gap - clock.now()))
          if (left === 0) lease.release()
          else setTimeout(() => lease.release(), left).unref?.()
          release(queue)
        }
      }
      await slotOrTimeout(queue, signal, queue.running < parallel ? wait : undefined)
    }
  }
}

/**
 * Leases a slot of a host that no other process holds. With a gap there is only one slot, as requests must be spaced.
 */
async function leaseSlot(
  leases: Leases,
  host: string,
  { parallel, gap }: Pick<ReturnType<HostPolicies['of']>, 'parallel' | 'gap'>,
  signal: AbortSignal,
): Promise<Lease> {
  const names = Array.from({ length: gap > 0 ? 1 : parallel }, (_, i) => `host ${host} ${i}`)
  for (;;) {
    for (const name of names) {
      const taken = await leases.take(name)
      if ('release' in taken) return taken
    }
    const over = new AbortController()
    const free = names.map((name) => leases.free(name, AbortSignal.any([signal, over.signal])))
    await Promise.race(free).finally(() => over.abort())
    await Promise.allSettled(free)
  }
}

/** Waits for a free slot, for the given milliseconds if a time is known, or until the signal is aborted. */
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
