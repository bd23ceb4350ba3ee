import { cpuTime } from './cpu-time.ts'

/** CPU time below which a measure tells more of the machine than of the work, in ms. */
const LEAST = 4
const TIMES = 3

/**
 * How many times longer work takes on four times as much: about 4 where it is linear, and 16 where it is quadratic. Each
 * time is the shortest of a few, since a collection of garbage may fall into any of them.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [one, four] = [make(size), make(4 * size)]
  return (
    shortest(() => work(four)) /
    Math.max(
      shortest(() => work(one)),
      LEAST,
    )
  )
}

/** Growth up to which work is linear: half way to the square. */
export const LINEAR = 8

const shortest = (work: () => unknown): number => Math.min(...Array.from({ length: TIMES }, () => cpuTime(work)))
