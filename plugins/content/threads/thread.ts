import { Worker } from 'node:worker_threads'
import { isTimeUp } from 'weirjs'
import { errorOf, type Outcome, type TaskMessage, type ThreadTask } from './task.ts'

/**
 * Ms that a thread gets to end with a task whose caller has gone, before it is stopped: most tasks take less, and
 * another thread would have to warm up.
 */
const GRACE = 250

/** How a thread is started. */
export interface ThreadKind {
  /** Others that want the processor go first. */
  yields: boolean
  /** It converts a sample before its first task. */
  warmsUp?: boolean
}

/** A task that was given to a thread. */
interface Given {
  /** Sends it to the thread. */
  post(): void
  /** It is its turn. */
  begin(): void
  settle(result: unknown, outcome: Outcome): void
  fail(reason: unknown): void
}

/** Why a task was not done: its thread ended for another one. */
export class NotDone extends Error {}

/** What a thread reports to. */
export interface ThreadListener {
  /** It has answered all that it was given. */
  rested(thread: Thread): void
  /** It takes no further task. */
  ended(thread: Thread): void
}

/**
 * A thread that does one task after the other, in the order in which they were given. While it does none, it does not
 * keep the process alive.
 */
export class Thread {
  readonly #worker: Worker
  /** Tasks that are not answered, the running one first. */
  readonly #tasks: Given[] = []
  /** What the task at work gives, once it has said so. */
  #result: { value: unknown } | undefined
  readonly #listener: ThreadListener
  /**
   * Before that no task is sent, so that a caller who stops waiting need not stop the thread: on a busy machine, a
   * new thread would start no sooner.
   */
  #hasStarted = false
  /** The task for which it was stopped. */
  #stoppedFor: Given | undefined
  #isOver = false
  #took = 0

  constructor(kind: ThreadKind, listener: ThreadListener) {
    this.#listener = listener
    this.#worker = new Worker(new URL('./entry.ts', import.meta.url), { workerData: kind })
    this.#worker.unref()
    this.#worker.on('message', (message) => this.#hear(message))
    this.#worker.on('error', (reason) => this.#end(reason))
    this.#worker.on('exit', (code) => this.#end(new Error(`A thread that converts pages ended with ${code}`)))
  }

  /** Whether it has ended, and takes no further task. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Tasks that it has been given and has not answered. */
  get load(): number {
    return this.#tasks.length
  }

  /** Ms of CPU that its last task took, without what it took to start. */
  get took(): number {
    return this.#took
  }

  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    void this.#worker.terminate()
    this.#listener.ended(this)
  }

  /**
   * Throws what the task throws, and the signal's reason when that is aborted: at once where others are before it,
   * else when the thread has done with it or has ended. One that takes longer than it may is stopped at once. Throws
   * NotDone where the thread ended for another task.
   */
  run<Gives>({ module, name, given, bytes }: ThreadTask<Gives>, signal?: AbortSignal): Promise<Gives> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopWithin = (ms: number) => {
        timer = setTimeout(() => {
          this.#stoppedFor = task
          this.stop()
        }, ms)
      }
      const abort = () => {
        if (!this.#hasStarted) this.#drop(task, signal!.reason)
        else if (this.#tasks[0] !== task) reject(signal!.reason)
        else stopWithin(signal && isTimeUp(signal) ? 0 : GRACE)
      }
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const message: TaskMessage = { module, name, given }
      const task: Given = {
        post: () =>
          this.#worker.postMessage(
            message,
            bytes.map(({ buffer }) => buffer),
          ),
        begin: () => {
          if (!signal?.aborted) return
          if (this.#hasStarted) stopWithin(GRACE)
          else this.#drop(task, signal.reason)
        },
        settle(result, { failure }) {
          end()
          if (signal?.aborted) reject(signal.reason)
          else if (failure) reject(errorOf(failure))
          else resolve(result as Gives)
        },
        fail(reason) {
          end()
          reject(signal?.aborted ? signal.reason : reason)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#tasks.push(task)
      if (this.#hasStarted) task.post()
      if (this.#tasks.length > 1) return
      this.#worker.ref()
      task.begin()
    })
  }

  /** Drops a task that was not sent yet. */
  #drop(task: Given, reason: unknown): void {
    this.#tasks.splice(this.#tasks.indexOf(task), 1)
    task.fail(reason)
    if (this.#tasks.length === 0) this.#rest()
  }

  #rest(): void {
    this.#worker.unref()
    if (!this.#isOver) this.#listener.rested(this)
  }

  /** Handles a message: one after the start, and two for each task: its result and its outcome. */
  #hear(message: unknown): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true
      for (const task of this.#tasks) task.post()
      return
    }
    if (this.#result === undefined) {
      this.#result = { value: message }
      return
    }
    const { value } = this.#result
    this.#result = undefined
    const outcome = message as Outcome
    this.#took = outcome.took
    const task = this.#tasks.shift()!
    if (this.#tasks.length === 0) this.#rest()
    else this.#tasks[0]!.begin()
    task.settle(value, outcome)
  }

  /** The task that the thread was running is told what ended it; the others may go to another thread. */
  #end(reason: unknown): void {
    const blamed = this.#isOver ? this.#stoppedFor : this.#tasks[0]
    this.stop()
    for (const task of this.#tasks.splice(0)) task.fail(task === blamed ? reason : new NotDone())
  }
}
