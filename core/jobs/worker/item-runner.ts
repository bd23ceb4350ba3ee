import { isApiError } from '../../errors.ts'
import { describeError } from '../../log.ts'
import type { ClaimedItem } from '../lifecycle/claim.ts'
import type { EndItemPorts } from '../lifecycle/end-item.ts'
import type { AttemptEnd } from '../lifecycle/resolve-end.ts'
import { type AttemptPorts, attempt, toUnexpectedError } from './attempt.ts'
import { EndWriter } from './end-writer.ts'
import type { RunningItems } from './running-items.ts'

/** Milliseconds until the store is tried again when it could not be written. */
const PAUSE = 1_000

export interface ItemRunnerPorts extends EndItemPorts, AttemptPorts {}

/** Runs items that have been claimed, and writes how they ended. */
export class ItemRunner {
  readonly #ports: ItemRunnerPorts
  readonly #running: RunningItems
  readonly #ends: EndWriter
  #isStopping = false

  constructor(ports: ItemRunnerPorts, running: RunningItems, workerId: string) {
    this.#ports = ports
    this.#running = running
    this.#ends = new EndWriter(ports, workerId)
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

  async #write(claimed: ClaimedItem, attemptEnd: AttemptEnd) {
    const held = await this.#ends.write({ claimed, attemptEnd }, this.#running.isBusy)
    if (!held) this.#ports.log.warn('An item was done by another meanwhile', { job: claimed.job.id })
  }
}

const isUnavailable = (error: unknown) => isApiError(error) && error.code === 'service_unavailable'
