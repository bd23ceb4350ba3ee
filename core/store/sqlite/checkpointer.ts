import { Worker } from 'node:worker_threads'
import type { CheckpointRequest } from './checkpoint-thread.ts'
import { LogLength } from './log-length.ts'

/** Frames of the log, each with a page of 4 KB, that are worth a checkpoint. */
const LONG = 2000
/** Frames at which transactions wait for the running checkpoint. */
const TOO_LONG = 8 * LONG

/**
 * Moves SQLite's log into the file when it has become long, on a thread: a checkpoint waits for the disk, and
 * SQLite's own would block the event loop meanwhile. The thread starts when it is first needed.
 */
export class Checkpointer {
  readonly #file: string
  readonly #length: LogLength
  readonly #failed: (reason: unknown) => void
  #thread: Worker | undefined
  /** Settled when the thread has answered. */
  #asked: PromiseWithResolvers<void> | undefined
  #hasFailed = false
  /**
   * Whether the last checkpoint ran beside transactions. SQLite begins the log anew only when all of it has been
   * moved, so the few pages that those have added are moved while no transaction runs.
   */
  #ranBeside = false

  /** Calls `failed` if the thread fails; then nothing is moved any more. */
  constructor(file: string, failed: (reason: unknown) => void) {
    this.#file = file
    this.#length = new LogLength(file)
    this.#failed = failed
  }

  /** To be awaited after each commit, before the next transaction begins. */
  async keepShort(): Promise<void> {
    if (this.#hasFailed) return
    try {
      if (this.#asked) {
        if (this.#length.has(TOO_LONG)) await this.settled()
      } else if (this.#ranBeside) {
        this.#ranBeside = false
        await this.#ask('checkpoint')
      } else if (this.#length.has(LONG)) {
        this.#ranBeside = true
        void this.#ask('checkpoint')
      }
    } catch (reason) {
      this.#fail(reason)
    }
  }

  /** Waits for the checkpoint that is running. */
  async settled(): Promise<void> {
    await this.#asked?.promise
  }

  /** To be called before the other connections are closed, so that the last one leaves no log behind. */
  async close(): Promise<void> {
    await this.settled()
    this.#length.close()
    if (this.#thread === undefined) return
    await this.#ask('close')
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  /** Resolves when the thread has answered or failed. */
  #ask(request: CheckpointRequest): Promise<void> {
    this.#thread ??= this.#start()
    this.#asked = Promise.withResolvers()
    // Only a thread that is asked keeps the process alive.
    this.#thread.ref()
    this.#thread.postMessage(request)
    return this.#asked.promise
  }

  #start(): Worker {
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: this.#file })
    thread.on('message', (frames: number | undefined) => {
      if (frames !== undefined) this.#length.moved(frames)
      thread.unref()
      this.#answered()
    })
    thread.on('error', (reason) => this.#fail(reason))
    thread.on('exit', (code) => {
      if (this.#thread === thread) this.#fail(new Error(`it ended with ${code}`))
    })
    return thread
  }

  #fail(reason: unknown) {
    this.#thread = undefined
    this.#hasFailed = true
    this.#answered()
    this.#failed(reason)
  }

  #answered() {
    this.#asked?.resolve()
    this.#asked = undefined
  }
}
