/** What threads are given to do in the tests. */
export const double = (given: number): number => 2 * given
export const fail = (): never => {
  throw new RangeError('it does not work')
}
/** Never ends. */
export const hang = (): never => {
  for (;;);
}

/** Bytes of this thread's heap. */
export const heapUsed = () => process.memoryUsage().heapUsed

const kept: object[][] = []

/** Takes long, and some memory that is of no use afterwards; gives how much. */
export function litter(): number {
  // What was there before would be taken for given back.
  Bun.gc(true)
  const before = heapUsed()
  const start = process.threadCpuUsage()
  kept.push(Array.from({ length: 2_000_000 }, (_, made) => ({ made })))
  while (process.threadCpuUsage(start).user < 200_000);
  Bun.gc(true)
  const bytes = heapUsed() - before
  kept.pop()
  return bytes
}
