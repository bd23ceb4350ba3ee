import { Heap } from '../../concurrency/heap.ts'
import type { FairQueue, Slice } from '../../contracts/fair-queue.ts'

interface Entry {
  accountId: string
  weight: number
  /** Work begun so far, divided by the weight. The smallest is next. */
  pass: number
  /** Settles equal passes: who came first. */
  order: number
}

/** Who is served first: the smallest pass, then who came first. */
const compareEntries = (one: Entry, other: Entry) => one.pass - other.pass || one.order - other.order

/** A queue in the memory of one process, by stride scheduling. The store says at the start who has work. */
export function createFairQueue(): FairQueue {
  const waiting = new Heap(compareEntries)
  /** Accounts whose slice is out, and whether they were offered meanwhile. */
  const out = new Map<string, { entry: Entry; offered: boolean }>()
  const waitingOf = new Map<string, Entry>()
  /**
   * How far accounts had come that left with more than their share, so that leaving and coming back gains nothing.
   */
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
      // As slices of several accounts may be out together, one slice has to be worth the weight.
      limit: waiting.size === 0 && out.size === 1 ? Number.MAX_SAFE_INTEGER : entry.weight,
      async end(begun, more) {
        out.delete(entry.accountId)
        entry.pass += begun / entry.weight
        // What was begun while nobody else waited took nothing from anybody.
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
