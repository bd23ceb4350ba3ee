import { readFileSync } from 'node:fs'

/** Milliseconds between two samples of the event loop. */
const LOOK = 5

/** CPU milliseconds of this thread, which do not depend on other processes. Source: Linux, sched-stats. */
const threadTime = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6

/** The cost of some work: ms for which it blocked the event loop, CPU seconds of its thread, and elapsed seconds. */
export interface Held {
  p50: number
  p99: number
  most: number
  cpu: number
  seconds: number
}

/** Samples the event loop until the returned function is called, which returns the results. */
export function lookAtLoop(): () => Held {
  const holds: number[] = []
  let [cpu, clock] = [threadTime(), performance.now()]
  const [cpuBefore, clockBefore] = [cpu, clock]
  const timer = setInterval(() => {
    const [cpuNow, clockNow] = [threadTime(), performance.now()]
    // Only CPU time above the interval between two samples counts as blocking.
    holds.push(Math.max(0, Math.min(cpuNow - cpu, clockNow - clock - LOOK)))
    cpu = cpuNow
    clock = clockNow
  }, LOOK)
  return () => {
    clearInterval(timer)
    holds.sort((a, b) => a - b)
    const at = (share: number) => holds[Math.floor(holds.length * share)] ?? 0
    return {
      p50: at(0.5),
      p99: at(0.99),
      most: holds.at(-1) ?? 0,
      cpu: (threadTime() - cpuBefore) / 1000,
      seconds: (performance.now() - clockBefore) / 1000,
    }
  }
}
