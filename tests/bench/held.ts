import { readFileSync } from 'node:fs'

/** Milliseconds between two looks at the event loop. */
const LOOK = 5

/** Milliseconds of CPU of this thread, however busy the machine is with others. Source: Linux, sched-stats. */
const threadTime = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6

/** What some work took: ms that the event loop was held for, seconds of CPU of its thread, and of the clock. */
export interface Held {
  p50: number
  p99: number
  most: number
  cpu: number
  seconds: number
}

/** Looks at the event loop until it is asked what was seen. */
export function lookAtLoop(): () => Held {
  const holds: number[] = []
  let [cpu, clock] = [threadTime(), performance.now()]
  const [cpuBefore, clockBefore] = [cpu, clock]
  const timer = setInterval(() => {
    const [cpuNow, clockNow] = [threadTime(), performance.now()]
    // What it worked beyond the time between two looks: less than that is no hold.
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
