import type { ProgressReports } from '../events/progress.ts'
import { completeItems, type EndedAttempt } from '../lifecycle/complete-items.ts'
import type { EndItemPorts } from '../lifecycle/end-item.ts'

/** Ends that are written in one transaction. */
const TOGETHER = 32

export interface EndWriterPorts extends EndItemPorts {
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
  readonly #workerId: string
  /** By job, while an end of it is being written. */
  readonly #waiting = new Map<number, Waiting[]>()

  constructor(ports: EndWriterPorts, workerId: string) {
    this.#ports = ports
    this.#workerId = workerId
  }

  /** Gives whether the claim still held; otherwise nothing has changed. `patient`: see `WriteOptions`. */
  async write(ended: EndedAttempt, patient: boolean): Promise<boolean> {
    // There all transactions that wait share a commit, and each of their statements costs next to nothing.
    if (this.#ports.store.dialect === 'sqlite') return (await this.#complete([ended], patient))[0]!
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

  #complete(ended: readonly EndedAttempt[], patient = false): Promise<boolean[]> {
    const { store, progress } = this.#ports
    const { n } = ended[0]!.claimed.job
    return store.write((tx) => completeItems(this.#ports, tx, this.#workerId, ended, progress.get(n)), { patient })
  }
}
