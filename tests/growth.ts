import { cpuTime, cpuTimeOf } from './cpu-time.ts'

/** How much larger the larger input is. */
const TIMES = 8
/** CPU time below which a measure tells more of the machine than of the work, in ms. */
const LEAST = 4
const TRIES = 3

/** Growth up to which work is linear: half way to the square. */
export const LINEAR = 30

/**
 * How many times longer work takes on eight times as much: about 8 where it is linear, and 64 where it is quadratic.
 * Each time is the shortest of a few, since a collection of garbage or a compilation may fall into any of them.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [one, eight] = [make(size), make(TIMES * size)]
  const long = shortest(() => work(eight))
  const short = shortest(() => work(one))
  return long / Math.max(short, LEAST)
}

/** The same of work that takes turns with others. */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (input: T) => Promise<unknown>,
  size: number,
): Promise<number> {
  const [one, eight] = [make(size), make(TIMES * size)]
  const long = await shortestOf(() => work(eight))
  const short = await shortestOf(() => work(one))
  return long / Math.max(short, LEAST)
}

const shortest = (work: () => unknown): number => Math.min(...Array.from({ length: TRIES }, () => cpuTime(work)))

async function shortestOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES; i++) least = Math.min(least, await cpuTimeOf(work))
  return least
}
