import { threadId } from 'node:worker_threads'

/** Tasks of threads in the tests. */
export const double = (given: number): number => 2 * given
export const fail = (): never => {
  throw new RangeError('it does not work')
}
/** Returns a value that cannot be cloned. */
export const giveCode = () => () => {}
/** Which thread this is. */
export const whichThread = () => threadId

/** Never ends. */
export const hang = (): never => {
  for (;;);
}

/** Bytes of this thread's heap. */
export const heapUsed = () => process.memoryUsage().heapUsed

/** Uses `time` ms of CPU time. */
function work(time: number): void {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user < time * 1000);
}

/** Takes long, and returns a text of `length` characters. */
export function write(length: number): string {
  work(200)
  return Buffer.alloc(length, 'a').toString('latin1')
}

const kept: object[][] = []

/** Takes long and leaves garbage, and returns its size in bytes. */
export function litter(): number {
  // Otherwise older garbage would count as collected.
  Bun.gc(true)
  const before = heapUsed()
  kept.push(Array.from({ length: 2_000_000 }, (_, made) => ({ made })))
  work(200)
  Bun.gc(true)
  const bytes = heapUsed() - before
  kept.pop()
  return bytes
}
