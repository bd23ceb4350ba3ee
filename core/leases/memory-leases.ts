import { endOnAbort } from '../abort.ts'
import type { Leases } from '../contracts/leases.ts'

interface Held {
  note: string
  released: Promise<void>
  release(): void
}

/** Leases in memory, for a process that is the only one to use the store. */
export function createMemoryLeases(): Leases {
  const held = new Map<string, Held>()
  return {
    async take(name, note = '') {
      const other = held.get(name)
      if (other) return { heldWith: other.note }
      const { promise: released, resolve } = Promise.withResolvers<void>()
      const lease: Held = {
        note,
        released,
        release() {
          if (held.get(name) === lease) held.delete(name)
          resolve()
        },
      }
      held.set(name, lease)
      return lease
    },
    async free(name, signal) {
      await endOnAbort(held.get(name)?.released ?? Promise.resolve(), signal)
    },
    async close() {
      for (const { release } of [...held.values()]) release()
    },
  }
}
