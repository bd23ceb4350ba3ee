/** What threads are given to do in the tests. */
export const double = (given: number): number => 2 * given
export const fail = (): never => {
  throw new RangeError('it does not work')
}
/** Gives what no message carries. */
export const giveCode = () => () => {}
/** Never ends. */
export const hang = (): never => {
  for (;;);
}

/** Bytes of this thread's heap. */
export const heapUsed = () => process.memoryUsage().heapUsed

/** Takes CPU time of so many ms. */
function work(time: number): void {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user < time * 1000);
}

/** Takes long, and gives a text of so many characters. */
export function write(length: number): string {
  work(200)
  return Buffer.alloc(length, 'a').toString('latin1')
}

const kept: object[][] = []

/** Takes long, and some memory that is of no use afterwards; gives how much. */
export function litter(): number {
  // What was there before would be taken for given back.
  Bun.gc(true)
  const before = heapUsed()
  kept.push(Array.from({ length: 2_000_000 }, (_, made) => ({ made })))
  work(200)
  Bun.gc(true)
  const bytes = heapUsed() - before
  kept.pop()
  return bytes
}
