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

/** A thread that does one task at a time. While it does none, it does not keep the process alive. */
export class Thread {
  readonly #worker: Worker
  #isOver = false
  #took = 0

  constructor(kind: ThreadKind) {
    this.#worker = new Worker(new URL('./entry.ts', import.meta.url), { workerData: kind })
    this.#worker.unref()
    // What a thread dies of is told to whoever waits for its answer.
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => {
      this.#isOver = true
    })
  }

  /** Whether it has ended, and takes no further task. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ms of CPU that its last task took, without what it took to start. */
  get took(): number {
    return this.#took
  }

  stop(): void {
    this.#isOver = true
    void this.#worker.terminate()
  }

  /**
   * Throws what the task throws, and the signal's reason when that is aborted and the thread is idle again or has
   * ended. One that takes longer than it may is stopped at once.
   */
  run<Gives>({ module, name, given, bytes }: ThreadTask<Gives>, signal?: AbortSignal): Promise<Gives> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = () => this.stop()
      const abort = () => {
        timer = setTimeout(stop, signal && isTimeUp(signal) ? 0 : GRACE)
      }
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        worker.off('message', take).off('message', settle).off('error', fail).off('exit', exit).unref()
      }
      let result: Gives | undefined
      const take = (message: Gives) => {
        result = message
        worker.once('message', settle)
      }
      const settle = ({ took, failure }: Outcome) => {
        end()
        this.#took = took
        if (signal?.aborted) reject(signal.reason)
        else if (failure) reject(errorOf(failure))
        else resolve(result as Gives)
      }
      const fail = (reason: unknown) => {
        end()
        this.stop()
        reject(reason)
      }
      const exit = (code: number) =>
        fail(signal?.aborted ? signal.reason : new Error(`A thread that converts pages ended with ${code}`))
      worker.once('message', take).on('error', fail).on('exit', exit).ref()
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
      const message: TaskMessage = { module, name, given }
      worker.postMessage(
        message,
        bytes.map(({ buffer }) => buffer),
      )
    })
  }
}
