import { cpuTime, cpuTimeOf } from './cpu-time.ts'

/** How much larger the larger input is. */
const TIMES = 8
/** CPU time that work is repeated for, in ms: some systems count it in steps of four or ten. */
const ENOUGH = 40
const MAX_REPEATS = 10
/** Rounds in which both are measured, one after the other: a quadratic is over its limit in all of them. */
const FEW = 2
const MANY = 12

/** Growth up to which work is linear: it is 1 by itself, and 8 where work grows with the square. */
export const LINEAR = 3

/**
 * How many times longer work takes on eight times as much than eight times on as much: about once where it is linear,
 * and eight times where it is quadratic. Both leave as much garbage, and suffer as much from a busy machine.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [one, eight] = [make(size), make(TIMES * size)]
  const parts = () => {
    for (let i = 0; i < TIMES; i++) work(one)
  }
  return costRatio(() => work(eight), parts, LINEAR)
}

/** The same of work that waits for others, or has threads of its own. */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (input: T) => Promise<unknown>,
  size: number,
): Promise<number> {
  const [one, eight] = [make(size), make(TIMES * size)]
  const parts = async () => {
    for (let i = 0; i < TIMES; i++) await work(one)
  }
  const repeats = repeatsFor(await cpuTimeOf(parts))
  const timeOf = (work: () => Promise<unknown>) =>
    cpuTimeOf(async () => {
      for (let i = 0; i < repeats; i++) await work()
    })
  const rounds = new Rounds(LINEAR)
  while (rounds.another()) rounds.add(await timeOf(() => work(eight)), await timeOf(parts))
  return rounds.ratio
}

/** How many times longer one work takes than another, measured again and again while that is over a limit. */
export function costRatio(work: () => unknown, other: () => unknown, limit: number): number {
  const repeats = repeatsFor(cpuTime(other))
  const timeOf = (work: () => unknown) =>
    cpuTime(() => {
      for (let i = 0; i < repeats; i++) work()
    })
  const rounds = new Rounds(limit)
  while (rounds.another()) rounds.add(timeOf(work), timeOf(other))
  return rounds.ratio
}

const repeatsFor = (time: number): number => Math.min(MAX_REPEATS, Math.ceil(ENOUGH / Math.max(time, 1)))

/** The shortest times of two works: collections of garbage, compilations and other programs only make them longer. */
class Rounds {
  readonly #limit: number
  #count = 0
  #longer = Number.POSITIVE_INFINITY
  #shorter = Number.POSITIVE_INFINITY

  constructor(limit: number) {
    this.#limit = limit
  }

  add(longer: number, shorter: number): void {
    this.#count += 1
    this.#longer = Math.min(this.#longer, longer)
    this.#shorter = Math.min(this.#shorter, shorter)
  }

  get ratio(): number {
    return this.#longer / Math.max(this.#shorter, ENOUGH / 4)
  }

  /** Whether another round is needed: before each beyond the usual, what the work left behind is cleared away. */
  another(): boolean {
    if (this.#count < FEW) return true
    if (this.#count >= MANY || this.ratio < this.#limit) return false
    Bun.gc(true)
    return true
  }
}
