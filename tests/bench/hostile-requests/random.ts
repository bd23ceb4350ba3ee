/** Pseudo-random choices, the same for the same seed. */
export interface Random {
  /** An integer from 0 to below `bound`. */
  below(bound: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** mulberry32, by Tommy Ettinger: 32 bits of state, sufficient to shuffle requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
