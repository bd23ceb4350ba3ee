import { cpuTime, cpuTimeOf } from './cpu-time.ts'

/** How much larger the larger input is. */
const TIMES = 8
/** CPU time in ms for which work is repeated: some systems count in steps of four or ten. */
const ENOUGH = 20
/** The same once a ratio has exceeded its limit: garbage collections and other programs then affect both. */
const PLENTY = 100
const MAX_REPEATS = 1000
/**
 * Rounds in which both are measured in turn: a quadratic exceeds its limit in all of them. One is enough if it is
 * below half of the limit, which no garbage collection makes of a quadratic.
 */
const FEW = 2
const SOME = 3
const MANY = 8

/** The growth up to which work counts as linear: ideally it is 1, and 8 if the work grows quadratically. */
export const LINEAR = 3

/**
 * How many times longer work takes on one input of eight times the size than on eight inputs: about once if it is
 * linear, and eight times if it is quadratic. Both leave the same amount of garbage, and suffer equally from a busy
 * machine.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [one, eight] = [make(size), make(TIMES * size)]
  const parts = () => {
    for (let i = 0; i < TIMES; i++) work(one)
  }
  return costRatio(() => work(eight), parts, LINEAR)
}

/** The same for work that waits for others, or has threads of its own. */
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

/** How many times longer one work takes than another, measured repeatedly while that exceeds a limit. */
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
    // Once more, because the longer work may have triggered compilation.
    rounds.add(longer, shorter, timeOf(other, rounds.repeats))
  }
  return rounds.ratio
}

/** The shortest times of two works: garbage collections, compilations and other programs only make them longer. */
class Rounds {
  readonly #limit: number
  #count = 0
  #longer = Number.POSITIVE_INFINITY
  #shorter = Number.POSITIVE_INFINITY
  /** The least CPU time of one measurement, in ms. */
  #enough = ENOUGH
  /** How often the work is done in one measurement. */
  repeats = 1
  /** The shorter work's time at the end of the previous round, with which the next one may start. */
  last: number | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Whether a time is too short to be distinguished from zero: code gets faster once compiled, so each round checks.
   */
  wantsMore(time: number): boolean {
    if (time >= this.#enough || this.repeats === MAX_REPEATS) return false
    this.repeats = Math.min(MAX_REPEATS, Math.ceil((this.repeats * this.#enough) / Math.max(time, 1)))
    return true
  }

  /** A round: the longer work's time, and the shorter one's before and after it. */
  add(longer: number, before: number, after: number): void {
    this.#count += 1
    this.#longer = Math.min(this.#longer, longer / this.repeats)
    this.#shorter = Math.min(this.#shorter, before / this.repeats, after / this.repeats)
    this.last = after
  }

  get ratio(): number {
    return this.#longer / Math.max(this.#shorter, this.#enough / 4 / this.repeats)
  }

  /** Whether another round is needed. Before each one beyond the usual, the garbage of the work is collected. */
  another(): boolean {
    if (this.#count === 0) return true
    if (this.ratio < (this.#count < FEW ? this.#limit / 2 : this.#limit)) return false
    if (this.#count < FEW) return true
    // A busy machine does not repeatedly double it.
    if (this.#count >= (this.ratio > 2 * this.#limit ? SOME : MANY)) return false
    if (this.#count === FEW) this.#measureLonger()
    Bun.gc(true)
    return true
  }

  /** Discards the short measurements: a lucky one of the shorter work would remain the shortest forever. */
  #measureLonger(): void {
    this.#enough = PLENTY
    this.#longer = Number.POSITIVE_INFINITY
    this.#shorter = Number.POSITIVE_INFINITY
    this.last = undefined
  }
}
