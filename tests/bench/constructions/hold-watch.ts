/**
 * Loaded into a server before it starts. Writes a line to HOLD_FILE whenever the event loop was blocked, with the
 * time, the CPU ms of the server's main thread meanwhile, and the elapsed ms. CPU time tells what the server did
 * itself, however busy the machine is.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Ms between two samples. */
const LOOK = 5
/** CPU ms from which a turn of the event loop is recorded. */
const WORTH_TELLING = 8

const file = process.env.HOLD_FILE
/** CPU ms of this thread. Source: Linux, sched-stats. */
const threadTime = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6

if (isMainThread && file) {
  let [cpu, clock] = [threadTime(), performance.now()]
  setInterval(() => {
    const [cpuNow, clockNow] = [threadTime(), performance.now()]
    const [held, waited] = [cpuNow - cpu, clockNow - clock - LOOK]
    cpu = cpuNow
    clock = clockNow
    if (held > WORTH_TELLING) appendFileSync(file, `${Date.now()} ${held.toFixed(1)} ${waited.toFixed(1)}\n`)
  }, LOOK).unref()
}
