import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import type { Failure, Outcome, TaskMessage } from './task.ts'
import type { ThreadKind } from './thread.ts'
import { yieldProcessor } from './yield-processor.ts'

const { yields, warmsUp } = workerData as ThreadKind
// Before the readers are loaded: that takes more than most pages do.
if (yields) yieldProcessor()

type Module = Readonly<Record<string, (given: unknown) => unknown>>

/** Modules that tasks have named: to import one again takes longer than a small page does. */
const modules = new Map<string, Module>()

async function load(address: string): Promise<Module> {
  const module: Module = await import(address)
  modules.set(address, module)
  return module
}

/** What most tasks need is loaded at the start; other modules when a task first names them. */
async function start() {
  const [{ failureOf }, { releaseMemory }] = await Promise.all([
    import('./task.ts'),
    import('weirjs/toolkit'),
    import('../read/read.ts'),
  ])
  if (warmsUp) await (await import('./warm-up.ts')).warmUp()
  return { failureOf, releaseMemory }
}
const starting = start()
// If it fails, the rejection is not handled, and the thread ends.
void starting.then(() => parentPort!.postMessage('started'))

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
let last: Promise<unknown> = Promise.resolve()
parentPort!.on('message', (task: TaskMessage) => {
  last = last.then(() => work(task)).then(clearAfter)
})

/** In a turn of its own: what was given and answered is in use until the one of the work on it has ended. */
async function clearAfter(took: number): Promise<void> {
  const { releaseMemory } = await starting
  if (took > LONG) setImmediate(releaseMemory)
}

/** Answers a task; gives the ms of CPU that it took. */
async function work({ module, name, given }: TaskMessage): Promise<number> {
  const { failureOf } = await starting
  const before = cpuTime()
  let failure: Failure | undefined
  try {
    const { [name]: run } = modules.get(module) ?? (await load(module))
    if (run === undefined) throw new Error(`${module} exports no ${name}`)
    parentPort!.postMessage(await run(given))
  } catch (error) {
    failure = failureOf(error)
    parentPort!.postMessage(undefined)
  }
  const took = cpuTime() - before
  parentPort!.postMessage({ took, failure } satisfies Outcome)
  return took
}
