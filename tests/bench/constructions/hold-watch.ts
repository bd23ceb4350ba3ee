/**
 * Loaded into a server before it starts: writes a line to HOLD_FILE whenever its event loop was held, with when, the
 * ms of CPU that the server's own thread took meanwhile, and the ms of the clock. CPU tells what the server did
 * itself, however busy the machine is with others.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Ms between two looks. */
const LOOK = 5
/** Ms of CPU from which a turn of the event loop is written down. */
const WORTH_TELLING = 8

const file = process.env.HOLD_FILE
/** Ms of CPU of this thread. Source: Linux, sched-stats. */
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
