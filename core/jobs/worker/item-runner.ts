import type { FairQueue } from '../../contracts/fair-queue.ts'
import { isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import type { ClaimedItem } from '../lifecycle/claim.ts'
import { completeItem } from '../lifecycle/complete-item.ts'
import type { EndItemPorts } from '../lifecycle/end-item.ts'
import type { AttemptEnd } from '../lifecycle/resolve-end.ts'
import { type AttemptPorts, attempt, toUnexpectedError } from './attempt.ts'
import type { RunningItems } from './running-items.ts'

/** Milliseconds until the store is tried again when it could not be written. */
const PAUSE = 1_000

export interface ItemRunnerPorts extends EndItemPorts, AttemptPorts {
  queue: FairQueue
}

/** Runs items that have been claimed, and writes how they ended. */
export class ItemRunner {
  readonly #ports: ItemRunnerPorts
  readonly #running: RunningItems
  readonly #workerId: string
  /** Accounts that had all the slots that one may have. */
  readonly #parked = new Set<string>()
  #isStopping = false

  constructor(ports: ItemRunnerPorts, running: RunningItems, workerId: string) {
    this.#ports = ports
    this.#running = running
    this.#workerId = workerId
  }

  /** Has an account served again once one of its items has ended. */
  park(account: string) {
    this.#parked.add(account)
  }

  /** Leaves ends that cannot be written to the next process. */
  stop() {
    this.#isStopping = true
  }

  async run(claimed: ClaimedItem): Promise<void> {
    using running = this.#running.add(claimed)
    const end = await attempt(this.#ports, claimed, running.signal)
    running.isCompleting = true
    await this.#complete(claimed, end)
  }

  async #complete(claimed: ClaimedItem, end: AttemptEnd) {
    for (;;) {
      try {
        return await this.#write(claimed, end)
      } catch (error) {
        this.#ports.log.warn('The end of an item could not be written', { cause: describeError(error) })
        if (!isUnavailable(error)) {
          // What cannot be written at all fails; what fails in failing is left to the next start.
          if (end.kind !== 'done') return
          end = { kind: 'failed', error: toUnexpectedError(claimed, error) }
        } else if (this.#isStopping) {
          return
        } else {
          // The slot stays taken meanwhile: nothing more is begun than can be written down.
          await new Promise((resolve) => setTimeout(resolve, PAUSE))
        }
      }
    }
  }

  async #write(claimed: ClaimedItem, end: AttemptEnd) {
    const ports = this.#ports
    const { store, accounts, queue, progress, log } = ports
    const { account, n } = claimed.job
    await store.write(
      async (tx) => {
        const held = await completeItem(ports, tx, claimed, this.#workerId, end, progress.get(n))
        if (!held) log.warn('An item was done by another meanwhile', { job: claimed.job.id })
        if (!this.#parked.has(account)) return
        const { weight } = await accounts.get(account)
        await queue.offer(tx, account, weight)
        tx.after(() => void this.#parked.delete(account))
      },
      { patient: this.#running.isBusy },
    )
  }
}

const isUnavailable = (error: unknown) => isApiError(error) && error.code === 'service_unavailable'
