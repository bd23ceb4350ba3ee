import { cpuTime, cpuTimeOf } from './cpu-time.ts'

/** How many times larger the larger input is. */
const TIMES = 8
/** Work is repeated for at least this many ms of CPU time, as some systems count it in steps of 4 or 10 ms. */
const ENOUGH = 20
/** The same once a ratio has exceeded its limit: garbage collection and other programs then affect both alike. */
const PLENTY = 100
const MAX_REPEATS = 1000
/**
 * Rounds in which both are measured in turn. Quadratic work exceeds its limit in all of them. One round is enough if
 * the ratio is below half of the limit, as no garbage collection makes quadratic work look like that.
 */
const FEW = 2
const SOME = 3
const MANY = 8

/** Work with a growth of up to this counts as linear. Linear work has a growth of 1, quadratic work of 8. */
export const LINEAR = 3

/**
 * The time for one input of eight times the size, divided by the time for eight inputs of the size: about 1 for
 * linear work and 8 for quadratic work. Both produce the same garbage and are slowed down alike by a busy machine.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [one, eight] = [make(size), make(TIMES * size)]
  const parts = () => {
    for (let i = 0; i < TIMES; i++) work(one)
  }
  return costRatio(() => work(eight), parts, LINEAR)
}

/** The same for work that is asynchronous or has threads of its own. */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (input: T) => Promise<unknown>,
  size: number,
): Promise<number> {
  const [one, eight] = [make(size), make(TIMES * size)]
  const parts = async () => {
    for (let i = 0; i < TIMES; i++) await work(one)
  }
  const timeOf = (work: () => Promise<unknown>, repeats: number) =>
    cpuTimeOf(async () => {
      for (let i = 0; i < repeats; i++) await work()
    })
  const rounds = new Rounds(LINEAR)
  while (rounds.another())
    for (const [side, run] of [
      [rounds.longer, () => work(eight)],
      [rounds.shorter, parts],
    ] as const)
      while (side.wantsMore) side.add(await timeOf(run, side.repeats))
  return rounds.ratio
}

/** The CPU time of `work` divided by that of `other`, measured repeatedly while it exceeds `limit`. */
export function costRatio(work: () => unknown, other: () => unknown, limit: number): number {
  const timeOf = (work: () => unknown, repeats: number) =>
    cpuTime(() => {
      for (let i = 0; i < repeats; i++) work()
    })
  const rounds = new Rounds(limit)
  while (rounds.another())
    for (const [side, run] of [
      [rounds.longer, work],
      [rounds.shorter, other],
    ] as const)
      while (side.wantsMore) side.add(timeOf(run, side.repeats))
  return rounds.ratio
}

/** The measurements of one of the two works. */
class Side {
  /** The minimum CPU time of one measurement, in ms. */
  #enough = ENOUGH
  #wantsMore = true
  /** How often the work is repeated in one measurement. */
  repeats = 1
  /** The shortest time, as garbage collection, compilation and other programs only make it longer. */
  shortest = Number.POSITIVE_INFINITY

  /** The shortest time, or what is too little to be measured. */
  get atLeast(): number {
    return Math.max(this.shortest, this.#enough / 4 / this.repeats)
  }

  /** Whether this round has no measurement yet that is long enough. */
  get wantsMore(): boolean {
    return this.#wantsMore
  }

  /**
   * Adds a measurement. One that was too short is made again, in each round, as code gets faster once it is compiled.
   */
  add(time: number): void {
    this.#wantsMore = time < this.#enough && this.repeats < MAX_REPEATS
    if (this.#wantsMore)
      this.repeats = Math.min(MAX_REPEATS, Math.ceil((this.repeats * this.#enough) / Math.max(time, 1)))
    else this.shortest = Math.min(this.shortest, time / this.repeats)
  }

  nextRound(): void {
    this.#wantsMore = true
  }

  /** Discards the short measurements: a lucky one of the shorter work would remain the shortest. */
  measureLonger(): void {
    this.#enough = PLENTY
    this.shortest = Number.POSITIVE_INFINITY
  }
}

/**
 * Measures both in turn, in each round the longer work first: its code may be compiled meanwhile, and a shorter time
 * without compiled code would let quadratic work look linear.
 */
class Rounds {
  readonly #limit: number
  #count = 0
  readonly longer = new Side()
  readonly shorter = new Side()

  constructor(limit: number) {
    this.#limit = limit
  }

  get ratio(): number {
    return this.longer.shortest / this.shorter.atLeast
  }

  /** Whether another round is needed. Collects garbage before each extra one. */
  another(): boolean {
    const isNeeded = this.#isNeeded()
    if (isNeeded) {
      this.#count += 1
      this.longer.nextRound()
      this.shorter.nextRound()
    }
    return isNeeded
  }

  #isNeeded(): boolean {
    if (this.#count === 0) return true
    if (this.ratio < (this.#count < FEW ? this.#limit / 2 : this.#limit)) return false
    if (this.#count < FEW) return true
    // A busy machine does not double the ratio in every round.
    if (this.#count >= (this.ratio > 2 * this.#limit ? SOME : MANY)) return false
    if (this.#count === FEW) {
      this.longer.measureLonger()
      this.shorter.measureLonger()
    }
    Bun.gc(true)
    return true
  }
}
