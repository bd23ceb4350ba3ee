/**
 * Milliseconds of CPU time of this thread that `work` takes. Wall-clock time would include other programs, and the
 * CPU time of the process the threads that other tests have left, compile code or collect garbage.
 */
export function cpuTime(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of CPU time of this process that `work` takes, which is asynchronous or has threads of its own. */
export async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
