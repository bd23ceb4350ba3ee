import { sleep } from '../../abort.ts'
import { isApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { ProgressReports } from '../events/progress.ts'
import { completeItems, type EndedAttempt } from '../lifecycle/complete-items.ts'
import type { EndItemPorts } from '../lifecycle/end-item.ts'
import { toUnexpectedError } from './attempt.ts'
import type { RunningItems } from './running-items.ts'

/** Ends that are written in one transaction. */
const TOGETHER = 32
/** Milliseconds until the store is tried again when it could not be written. */
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
 * Writes how items ended. Ends of one job need its row, so those that come while it is being written wait, and then
 * share a transaction. Where that fails each has one of its own, so that none takes the others down.
 */
export class EndWriter {
  readonly #ports: EndWriterPorts
  readonly #running: RunningItems
  readonly #workerId: string
  /** By job, while an end of it is being written. */
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
        log.warn('The end of an item could not be written', { cause: describeError(error) })
        if (!isUnavailable(error)) {
          // What cannot be written at all fails; what fails in failing is left to the next start.
          if (attemptEnd.kind !== 'done') return
          attemptEnd = { kind: 'failed', error: toUnexpectedError(claimed, error) }
        } else if (this.#isStopping) {
          return
        } else {
          // The slot stays taken meanwhile: nothing more is begun than can be written down.
          await sleep(PAUSE)
        }
      }
    }
  }

  /** Gives whether the claim still held; otherwise nothing has changed. */
  async #tryToWrite(ended: EndedAttempt): Promise<boolean> {
    // There all transactions that wait share a commit, and each of their statements costs next to nothing.
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
