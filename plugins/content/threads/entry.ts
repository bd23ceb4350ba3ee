import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import type { Failure, Outcome, TaskMessage } from './task.ts'
import type { ThreadKind } from './thread.ts'
import { yieldProcessor } from './yield-processor.ts'

const { yields, warmsUp } = workerData as ThreadKind
// Before the readers are loaded, which takes more time than most pages.
if (yields) yieldProcessor()

type Module = Readonly<Record<string, (given: unknown) => unknown>>

/** The modules that tasks have named: importing one again takes longer than a small page. */
const modules = new Map<string, Module>()

async function load(address: string): Promise<Module> {
  const module: Module = await import(address)
  modules.set(address, module)
  return module
}

/** Loads what most tasks need; other modules are loaded when a task first names them. */
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

/** Milliseconds of CPU time of this thread; of wall-clock time if the runtime does not report it. */
function cpuTime(): number {
  if (!process.threadCpuUsage) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Milliseconds of CPU time above which the garbage of a task is collected at once. Otherwise the engine keeps it
 * until the thread has more work, and threads may stay idle. A typical page takes a tenth.
 */
const LONG_TASK = 100

/** Runs one task after another. */
let last: Promise<unknown> = Promise.resolve()
parentPort!.on('message', (task: TaskMessage) => {
  last = last.then(() => work(task)).then(releaseAfter)
})

/**
 * Releases memory in a later turn of the event loop: until this one ends, the task's input and result are still in
 * use.
 */
async function releaseAfter(took: number): Promise<void> {
  const { releaseMemory } = await starting
  if (took > LONG_TASK) setImmediate(releaseMemory)
}

/** Runs a task and answers; returns the milliseconds of CPU time that it took. */
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
