import { Heap } from '../../concurrency/heap.ts'
import type { FairQueue, Slice } from '../../contracts/fair-queue.ts'

interface Entry {
  accountId: string
  weight: number
  /** Work begun so far, divided by the weight. The smallest is next. */
  pass: number
  /** Breaks ties: who came first. */
  order: number
}

/** The smallest pass is served first, then who came first. */
const compareEntries = (one: Entry, other: Entry) => one.pass - other.pass || one.order - other.order

/** A queue in memory, by stride scheduling. At start it is filled from the store. */
export function createFairQueue(): FairQueue {
  const waiting = new Heap(compareEntries)
  /** Accounts whose slice was taken, and whether they were offered meanwhile. */
  const out = new Map<string, { entry: Entry; offered: boolean }>()
  const waitingOf = new Map<string, Entry>()
  /** The pass of accounts that left after more than their share, so that they gain nothing by coming back. */
  const ahead = new Map<string, number>()
  const listeners = new Set<() => void>()
  let now = 0
  let orders = 0

  const enter = (entry: Entry) => {
    entry.order = orders++
    waitingOf.set(entry.accountId, entry)
    waiting.push(entry)
  }

  const leave = ({ accountId, pass }: Entry) => {
    if (pass > now) ahead.set(accountId, pass)
    if (ahead.size > 1000) for (const [id, at] of ahead) if (at <= now) ahead.delete(id)
  }

  const add = (accountId: string, weight: number) => {
    const taken = out.get(accountId)
    if (taken) {
      taken.offered = true
      taken.entry.weight = weight
      return
    }
    const entry = waitingOf.get(accountId)
    if (entry) {
      entry.weight = weight
      return
    }
    enter({ accountId, weight, pass: Math.max(now, ahead.get(accountId) ?? 0), order: 0 })
    ahead.delete(accountId)
    for (const listener of listeners) listener()
  }

  const begin = (entry: Entry): Slice => {
    now = Math.max(now, entry.pass)
    waitingOf.delete(entry.accountId)
    const taken = { entry, offered: false }
    out.set(entry.accountId, taken)
    return {
      accountId: entry.accountId,
      // Slices of several accounts may be out at the same time, so the weight has to be in the size of a slice.
      limit: waiting.size === 0 && out.size === 1 ? Number.MAX_SAFE_INTEGER : entry.weight,
      async end(begun, more) {
        out.delete(entry.accountId)
        entry.pass += begun / entry.weight
        // Work that began while nobody else waited is not held against the account.
        if (waiting.size === 0) now = Math.max(now, entry.pass)
        if (more || taken.offered) enter(entry)
        else leave(entry)
      },
    }
  }

  return {
    async offer(tx, accountId, weight) {
      tx.after(() => add(accountId, weight))
    },

    async take({ places, except }) {
      const slices: Slice[] = []
      const passedOver: Entry[] = []
      for (let left = places; left > 0; ) {
        const entry = waiting.pop()
        if (!entry) break
        if (except?.has(entry.accountId)) {
          passedOver.push(entry)
          continue
        }
        const slice = begin(entry)
        slices.push(slice)
        left -= Math.min(left, slice.limit)
      }
      for (const entry of passedOver) waiting.push(entry)
      return slices
    },

    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async close() {},
  }
}
