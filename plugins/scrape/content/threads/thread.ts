import { Worker } from 'node:worker_threads'
import type { Converted } from '../converted.ts'
import { type Answer, convertedOf, pack, type Task } from './task.ts'

/** Ms that a thread gets to end with a task that nobody waits for any more, before it is stopped. */
const GRACE = 250

/** A thread that reads one task at a time. While it reads none, it does not keep the process alive. */
export class Thread {
  readonly #worker = new Worker(new URL('./entry.ts', import.meta.url))
  #isOver = false

  constructor() {
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

  stop(): void {
    this.#isOver = true
    void this.#worker.terminate()
  }

  /** Throws what reading throws, and the signal's reason soon after it is aborted. */
  read(task: Task, signal?: AbortSignal): Promise<Converted> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker
      let timer: ReturnType<typeof setTimeout> | undefined
      const abort = () => {
        timer = setTimeout(() => fail(signal?.reason), GRACE)
      }
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        worker.off('message', answer).off('error', fail).off('exit', exit).unref()
      }
      const answer = (message: Answer) => {
        end()
        try {
          signal?.throwIfAborted()
          resolve(convertedOf(message))
        } catch (error) {
          reject(error)
        }
      }
      const fail = (reason: unknown) => {
        end()
        this.stop()
        reject(reason)
      }
      const exit = (code: number) => fail(new Error(`A thread that converts pages ended with ${code}`))
      worker.on('message', answer).on('error', fail).on('exit', exit).ref()
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
      const packed = pack(task)
      worker.postMessage(packed, [packed.source.body.buffer])
    })
  }
}
