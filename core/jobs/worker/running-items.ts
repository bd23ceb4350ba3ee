import type { ClaimedItem } from '../lifecycle/claim.ts'

interface Running {
  claimed: ClaimedItem
  controller: AbortController
  ended: Promise<void>
}

/** The items that this process has under way. */
export class RunningItems {
  readonly #onEnd: () => void
  readonly #running = new Map<string, Running>()
  readonly #byAccount = new Map<string, number>()
  /** Jobs that are being ended: an item of one may have been claimed and not have begun yet. */
  readonly #aborted = new Map<number, Error>()

  /** `onEnd` is called when an item has ended. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get size(): number {
    return this.#running.size
  }

  /** How many of an account's are under way. */
  of(account: string): number {
    return this.#byAccount.get(account) ?? 0
  }

  /** Begins an item. */
  run(claimed: ClaimedItem, work: (signal: AbortSignal) => Promise<void>) {
    const key = `${claimed.job.n}:${claimed.item.seq}`
    const { account } = claimed.job
    const controller = new AbortController()
    this.#byAccount.set(account, this.of(account) + 1)
    const ended = work(controller.signal).finally(() => {
      this.#running.delete(key)
      const left = (this.#byAccount.get(account) ?? 1) - 1
      if (left > 0) this.#byAccount.set(account, left)
      else this.#byAccount.delete(account)
      this.#onEnd()
    })
    this.#running.set(key, { claimed, controller, ended })
    const reason = this.#aborted.get(claimed.job.n)
    if (reason) controller.abort(reason)
  }

  /** Ends what a job has under way, and what of it is yet to begin. */
  abort(job: number, reason: Error) {
    this.#aborted.set(job, reason)
    for (const { claimed, controller } of this.#running.values()) if (claimed.job.n === job) controller.abort(reason)
  }

  /** Forgets a job that has ended. */
  forget(job: number) {
    this.#aborted.delete(job)
  }

  /** Ends all. */
  abortAll(reason: Error) {
    for (const { controller } of this.#running.values()) controller.abort(reason)
  }

  /** Resolves once all that are under way now have ended. */
  async ended() {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }
}
