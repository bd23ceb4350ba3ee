import type { Clock } from '../clock.ts'
import { createLru } from '../concurrency/lru.ts'
import type { Lease, Leases } from '../contracts/leases.ts'
import type { ReleaseSlot } from '../contracts/politeness.ts'
import type { HostPolicies } from './host-policies.ts'

/** How many hosts are remembered: the most recently requested ones. Requests in flight to others continue. */
const MAX_HOSTS = 20_000

interface HostQueue {
  running: number
  nextAt: number
  waiting: (() => void)[]
}

/**
 * Slots at hosts for requests outside jobs: no more at once than the host is thought to bear, and as far apart as it
 * asks, counting this process and, through `leases`, all that share the store. Jobs have host limits of their own.
 * Throws the signal's reason.
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
      const { parallel, gap, notBefore } = policies.of(host)
      if (signal.aborted) {
        // It may have been the one to wait for the pause or the gap, on behalf of all.
        if (queue.running < parallel) queue.waiting.shift()?.()
        throw signal.reason
      }
      const now = clock.now()
      // It is further away only if the clock was set back.
      queue.nextAt = Math.min(queue.nextAt, now + gap)
      const wait = Math.max(queue.nextAt, notBefore) - now
      if (queue.running < parallel && wait <= 0) {
        queue.running++
        queue.nextAt = now + gap
        // The host may bear more than it did when the others arrived.
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
          // Until the gap is over, nobody else may start either.
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

/** A slot of a host that no other process holds. With a gap there is only one, as requests must be apart. */
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

/** Waits until a slot is free, for a given number of milliseconds if known, and for the signal. */
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
