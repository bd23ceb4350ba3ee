import { sleep } from '../../abort.ts'
import { isApiError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { warnOfFailure } from '../../store/storage-error.ts'
import type { ProgressReports } from '../events/progress.ts'
import { completeItems, type EndedAttempt } from '../lifecycle/complete-items.ts'
import type { EndItemPorts } from '../lifecycle/end-item.ts'
import { toUnexpectedError } from './attempt.ts'
import type { RunningItems } from './running-items.ts'

/** Ends that are written in one transaction. */
const TOGETHER = 32
/** Milliseconds before a retry when the store could not be written. */
const PAUSE = 1_000

export interface EndWriterPorts extends EndItemPorts {
  log: Log
  progress: ProgressReports
}

interface Waiting extends EndedAttempt {
  resolve(held: boolean): void
  reject(error: unknown): void
}

/**
 * Writes the ends of items. All ends of a job change its row, so those that arrive while it is being written wait,
 * and then share a transaction. If that fails, each gets a transaction of its own, so that none fails because of
 * another.
 */
export class EndWriter {
  readonly #ports: EndWriterPorts
  readonly #running: RunningItems
  readonly #workerId: string
  /** The waiting ends of each job of which an end is being written. */
  readonly #waiting = new Map<number, Waiting[]>()
  #isStopping = false

  constructor(ports: EndWriterPorts, running: RunningItems, workerId: string) {
    this.#ports = ports
    this.#running = running
    this.#workerId = workerId
  }

  /** Leaves ends that cannot be written to the next process. */
  stop() {
    this.#isStopping = true
  }

  /** Writes the end of an attempt once the store can be written. Never throws. */
  async write({ claimed, attemptEnd }: EndedAttempt): Promise<void> {
    const { log } = this.#ports
    for (;;) {
      try {
        const held = await this.#tryToWrite({ claimed, attemptEnd })
        if (!held) log.warn('An item was done by another meanwhile', { job: claimed.job.id })
        return
      } catch (error) {
        warnOfFailure(this.#ports, 'The end of an item could not be written', error)
        if (!isUnavailable(error)) {
          // An outcome that cannot be written fails the item. If that cannot be written either, it is recovered once
          // its claim has expired.
          if (attemptEnd.kind !== 'done') return
          attemptEnd = { kind: 'failed', error: toUnexpectedError(claimed, error) }
        } else if (this.#isStopping) {
          return
        } else {
          // The slot stays taken meanwhile, so that no more is started than can be written.
          await sleep(PAUSE)
        }
      }
    }
  }

  /** Returns whether the claim was still valid. Otherwise nothing has changed. */
  async #tryToWrite(ended: EndedAttempt): Promise<boolean> {
    // On SQLite, waiting transactions share a commit, and each statement costs next to nothing.
    if (this.#ports.store.dialect === 'sqlite') return (await this.#complete([ended], this.#running.isBusy))[0]!
    const { n } = ended.claimed.job
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const one = { ...ended, resolve, reject }
    const waiting = this.#waiting.get(n)
    if (waiting) waiting.push(one)
    else void this.#writeWaiting(n, [one])
    return promise
  }

  async #writeWaiting(n: number, waiting: Waiting[]) {
    this.#waiting.set(n, waiting)
    while (waiting.length > 0) {
      const together = waiting.splice(0, TOGETHER)
      try {
        const held = await this.#complete(together)
        for (const [i, one] of together.entries()) one.resolve(held[i]!)
      } catch (error) {
        if (together.length === 1) together[0]!.reject(error)
        else await Promise.all(together.map((one) => this.#writeSingly(one)))
      }
    }
    this.#waiting.delete(n)
  }

  async #writeSingly(one: Waiting) {
    try {
      one.resolve((await this.#complete([one]))[0]!)
    } catch (error) {
      one.reject(error)
    }
  }

  /** `patient`: see `WriteOptions`. */
  #complete(ended: readonly EndedAttempt[], patient = false): Promise<boolean[]> {
    const { store, progress } = this.#ports
    const { n } = ended[0]!.claimed.job
    return store.write((tx) => completeItems(this.#ports, tx, this.#workerId, ended, progress.get(n)), { patient })
  }
}

const isUnavailable = (error: unknown) => isApiError(error) && error.code === 'service_unavailable'
