import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import type { TaskMessage, TimedAnswer } from './task.ts'
import type { ThreadKind } from './thread.ts'
import { yieldProcessor } from './yield-processor.ts'

const { yields, warmsUp } = workerData as ThreadKind
// Before the readers are loaded: that takes more than most pages do.
if (yields) yieldProcessor()

async function load() {
  const { answerTo } = await import('./answer-to.ts')
  const { collectGarbage } = await import('weirjs')
  if (warmsUp) await (await import('./warm-up.ts')).warmUp()
  return { answerTo, collectGarbage }
}
const loading = load()

/** Ms of this thread's CPU; of the clock where the runtime does not tell. */
function cpuTime(): number {
  if (!process.threadCpuUsage) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Ms of CPU after which what a task leaves behind is cleared away at once. By itself the engine leaves it until the
 * thread has more to do, and threads rest; a page of usual size takes a tenth.
 */
const LONG = 100

/** The thread's own side: does one task after the other. */
parentPort!.on('message', async (task: TaskMessage) => {
  const { answerTo, collectGarbage } = await loading
  const before = cpuTime()
  const answer = await answerTo(task)
  const took = cpuTime() - before
  parentPort!.postMessage({ answer, took } satisfies TimedAnswer)
  if (took > LONG) collectGarbage()
})
