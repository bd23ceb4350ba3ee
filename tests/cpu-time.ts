/**
 * Milliseconds of this thread's CPU that some work takes: on a busy machine the clock tells of others too, and the
 * process may have threads at work that other tests have left, that compile, or that collect garbage.
 */
export function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of this process's CPU that work takes which waits for others, or has threads of its own. */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
