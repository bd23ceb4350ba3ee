import type { Tx } from '../../store/index.ts'

/** A turn of one account: a slice of its work may be begun now. */
export interface Turn {
  readonly accountId: string
  /** The most items of this slice; more where nobody else waits. */
  readonly most: number
  /** Ends the slice: how many items were begun, and whether the account may have more to begin. */
  end(begun: number, more: boolean): Promise<void>
}

/**
 * Which account is served next. Accounts that have work take turns, as often as their weights say: one of weight 4
 * begins four items where one of weight 1 begins one. An account is offered when there may be something to begin, and
 * leaves when a slice finds nothing more. Implementations pass `turnsConformance` of `weirjs/testing`.
 */
export interface Turns {
  /**
   * This account has work from when the transaction commits. Again on one that is in turn already changes its weight.
   */
  offer(tx: Tx, accountId: string, weight: number): Promise<void>
  /** Takes the turn that is next; undefined when no account has work. Of one account one turn is out at a time. */
  next(): Promise<Turn | undefined>
  /** Calls after an offer, so that nobody need ask again and again. Gives what ends it. */
  watch(listener: () => void): () => void
}

interface Place {
  accountId: string
  weight: number
  /** Work begun so far, divided by the weight. The smallest is next. */
  pass: number
  /** Settles equal passes: who came first. */
  order: number
}

/** Turns in the memory of one process, by stride scheduling. The store says at the start who has work. */
export function createMemoryTurns(): Turns {
  const waiting = createHeap()
  /** Accounts whose turn is out; true when they were offered meanwhile. */
  const out = new Map<string, { place: Place; offered: boolean }>()
  const inTurn = new Map<string, Place>()
  /** How far accounts had come that left with more than their share, so that leaving and coming back gains nothing. */
  const ahead = new Map<string, number>()
  const listeners = new Set<() => void>()
  let now = 0
  let orders = 0

  const enter = (place: Place) => {
    place.order = orders++
    inTurn.set(place.accountId, place)
    waiting.push(place)
  }

  const leave = ({ accountId, pass }: Place) => {
    if (pass > now) ahead.set(accountId, pass)
    if (ahead.size > 1000) for (const [id, at] of ahead) if (at <= now) ahead.delete(id)
  }

  const add = (accountId: string, weight: number) => {
    const taken = out.get(accountId)
    if (taken) {
      taken.offered = true
      taken.place.weight = weight
      return
    }
    const place = inTurn.get(accountId)
    if (place) {
      place.weight = weight
      return
    }
    enter({ accountId, weight, pass: Math.max(now, ahead.get(accountId) ?? 0), order: 0 })
    ahead.delete(accountId)
    for (const listener of listeners) listener()
  }

  return {
    async offer(tx, accountId, weight) {
      tx.after(() => add(accountId, weight))
    },

    async next() {
      const place = waiting.pop()
      if (!place) return undefined
      now = Math.max(now, place.pass)
      inTurn.delete(place.accountId)
      const taken = { place, offered: false }
      out.set(place.accountId, taken)
      return {
        accountId: place.accountId,
        // As turns of several accounts may be out together, one turn has to be worth the weight.
        most: waiting.size === 0 && out.size === 1 ? Number.MAX_SAFE_INTEGER : place.weight,
        async end(begun, more) {
          out.delete(place.accountId)
          place.pass += begun / place.weight
          // What was begun while nobody else waited took nothing from anybody.
          if (waiting.size === 0) now = Math.max(now, place.pass)
          if (more || taken.offered) enter(place)
          else leave(place)
        },
      }
    },

    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A binary heap, smallest pass first. */
function createHeap() {
  const places: Place[] = []
  const isBefore = (a: Place, b: Place) => a.pass < b.pass || (a.pass === b.pass && a.order < b.order)
  const swap = (i: number, j: number) => {
    const place = places[i]!
    places[i] = places[j]!
    places[j] = place
  }
  return {
    get size() {
      return places.length
    },
    push(place: Place) {
      places.push(place)
      for (let i = places.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!isBefore(places[i]!, places[parent]!)) break
        swap(i, parent)
        i = parent
      }
    },
    pop(): Place | undefined {
      const first = places[0]
      const last = places.pop()
      if (!first || !last || first === last) return first
      places[0] = last
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        let least = i
        if (left < places.length && isBefore(places[left]!, places[least]!)) least = left
        if (right < places.length && isBefore(places[right]!, places[least]!)) least = right
        if (least === i) return first
        swap(i, least)
        i = least
      }
    },
  }
}
