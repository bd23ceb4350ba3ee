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
  while (rounds.another()) {
    let shorter = rounds.last ?? (await timeOf(parts, rounds.repeats))
    while (rounds.wantsMore(shorter)) shorter = await timeOf(parts, rounds.repeats)
    const longer = await timeOf(() => work(eight), rounds.repeats)
    rounds.add(longer, shorter, await timeOf(parts, rounds.repeats))
  }
  return rounds.ratio
}

/** The CPU time of `work` divided by that of `other`, measured repeatedly while it exceeds `limit`. */
export function costRatio(work: () => unknown, other: () => unknown, limit: number): number {
  const timeOf = (work: () => unknown, repeats: number) =>
    cpuTime(() => {
      for (let i = 0; i < repeats; i++) work()
    })
  const rounds = new Rounds(limit)
  while (rounds.another()) {
    let shorter = rounds.last ?? timeOf(other, rounds.repeats)
    while (rounds.wantsMore(shorter)) shorter = timeOf(other, rounds.repeats)
    const longer = timeOf(work, rounds.repeats)
    // Measured again, as the longer work may have caused the code to be compiled.
    rounds.add(longer, shorter, timeOf(other, rounds.repeats))
  }
  return rounds.ratio
}

/** The shortest times of both, as garbage collection, compilation and other programs only make them longer. */
class Rounds {
  readonly #limit: number
  #count = 0
  #longer = Number.POSITIVE_INFINITY
  #shorter = Number.POSITIVE_INFINITY
  /** The minimum CPU time of one measurement, in ms. */
  #enough = ENOUGH
  /** How often the work is repeated in one measurement. */
  repeats = 1
  /** The last measurement of the shorter work, with which the next round can begin. */
  last: number | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether a time is too short to be measured. Asked in each round, as code gets faster once it is compiled. */
  wantsMore(time: number): boolean {
    if (time >= this.#enough || this.repeats === MAX_REPEATS) return false
    this.repeats = Math.min(MAX_REPEATS, Math.ceil((this.repeats * this.#enough) / Math.max(time, 1)))
    return true
  }

  /** Adds a round: the time of the longer work, and that of the shorter work before and after it. */
  add(longer: number, before: number, after: number): void {
    this.#count += 1
    this.#longer = Math.min(this.#longer, longer / this.repeats)
    this.#shorter = Math.min(this.#shorter, before / this.repeats, after / this.repeats)
    this.last = after
  }

  get ratio(): number {
    return this.#longer / Math.max(this.#shorter, this.#enough / 4 / this.repeats)
  }

  /** Whether another round is needed. Collects garbage before each extra one. */
  another(): boolean {
    if (this.#count === 0) return true
    if (this.ratio < (this.#count < FEW ? this.#limit / 2 : this.#limit)) return false
    if (this.#count < FEW) return true
    // A busy machine does not double the ratio in every round.
    if (this.#count >= (this.ratio > 2 * this.#limit ? SOME : MANY)) return false
    if (this.#count === FEW) this.#measureLonger()
    Bun.gc(true)
    return true
  }

  /** Discards the short measurements: a lucky one of the shorter work would remain the shortest. */
  #measureLonger(): void {
    this.#enough = PLENTY
    this.#longer = Number.POSITIVE_INFINITY
    this.#shorter = Number.POSITIVE_INFINITY
    this.last = undefined
  }
}
