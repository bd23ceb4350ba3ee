import { Worker } from 'node:worker_threads'
import { isTimeUp } from 'weirjs'
import { errorOf, type Outcome, type TaskMessage, type ThreadTask } from './task.ts'

/**
 * Milliseconds that a thread has to finish a task whose caller has gone, before it is stopped. Most tasks take less,
 * and a new thread would have to warm up.
 */
const GRACE = 250

/** How a thread is started. */
export interface ThreadKind {
  /** Whether it runs with low priority. */
  yields: boolean
  /** Whether it converts a sample before its first task. */
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

/** The reason for a task that was not run: its thread ended because of another task. */
export class NotDone extends Error {}

/** Receives the events of a thread. */
export interface ThreadListener {
  /** The thread has answered all its tasks. */
  rested(thread: Thread): void
  /** The thread takes no more tasks. */
  ended(thread: Thread): void
}

/**
 * A thread that runs one task after another, in the order in which they were given. While idle, it does not keep the
 * process alive.
 */
export class Thread {
  readonly #worker: Worker
  /** The unanswered tasks, the running one first. */
  readonly #tasks: Given[] = []
  /** The result of the running task, once it has arrived. */
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

  /** Whether it has ended and takes no more tasks. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The number of tasks that it has not answered yet. */
  get load(): number {
    return this.#tasks.length
  }

  /** Milliseconds of CPU time that its last task took, without the thread's start. */
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
   * Runs a task. Throws what the task throws, and the signal's reason if that is aborted: at once if other tasks are
   * before it, otherwise when the thread has finished the task or has ended. A running task whose time is up is
   * stopped without a grace period. Throws NotDone if the thread ended because of another task.
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
      if (this.#tasks.length === 1) this.#worker.ref()
      if (this.#hasStarted) this.#post(task)
      if (this.#tasks[0] === task) task.begin()
    })
  }

  /** Sends a task to the thread. One that cannot be sent fails, and leaves the thread to the others. */
  #post(task: Given): void {
    try {
      task.post()
    } catch (error) {
      this.#drop(task, error)
    }
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
      for (const task of [...this.#tasks]) this.#post(task)
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

  /** The task that the thread was running fails with the reason; the others may move to another thread. */
  #end(reason: unknown): void {
    const blamed = this.#isOver ? this.#stoppedFor : this.#tasks[0]
    this.stop()
    for (const task of this.#tasks.splice(0)) task.fail(task === blamed ? reason : new NotDone())
  }
}
