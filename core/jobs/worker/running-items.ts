import type { ClaimedItem } from '../lifecycle/claim.ts'

/** A running item, until it is disposed. */
export interface RunningItem extends Disposable {
  /** Aborts it, because of its job or its process, or when its time is up. */
  readonly controller: AbortController
  /** The reason if its job or its process has aborted it, also after its time was up. */
  endedBy?: Error
  /** Whether it has ended, and its end is being written. */
  isCompleting: boolean
}

interface Running extends RunningItem {
  readonly claimed: ClaimedItem
  readonly ended: Promise<void>
}

/** The running items of this process. */
export class RunningItems {
  readonly #onEnd: () => void
  readonly #running = new Set<Running>()
  readonly #byAccount = new Map<string, number>()
  /** Jobs that are being ended, as one of their items may be claimed but not running yet. */
  readonly #aborted = new Map<number, Error>()

  /** `onEnd` is called when an item has ended. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get size(): number {
    return this.#running.size
  }

  /** The items, as the numbers of their jobs and their own. */
  get numbers(): [job: number, seq: number][] {
    return [...this.#running].map(({ claimed }) => [claimed.job.n, claimed.item.seq])
  }

  has(job: number, seq: number): boolean {
    return this.#running.values().some(({ claimed }) => claimed.job.n === job && claimed.item.seq === seq)
  }

  /** Whether an item is running whose end could share a commit with what is written now. */
  get isBusy(): boolean {
    return this.#running.values().some(({ isCompleting }) => !isCompleting)
  }

  /** Accounts with at least so many running items. */
  accountsWith(items: number): ReadonlySet<string> {
    const busy = [...this.#byAccount].filter(([, running]) => running >= items)
    return new Set(busy.map(([account]) => account))
  }

  /** The number of running items of an account. */
  of(account: string): number {
    return this.#byAccount.get(account) ?? 0
  }

  /** Adds an item that starts to run. */
  add(claimed: ClaimedItem): RunningItem {
    const { account, n } = claimed.job
    const controller = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const dispose = () => {
      this.#running.delete(item)
      const left = this.of(account) - 1
      if (left > 0) this.#byAccount.set(account, left)
      else this.#byAccount.delete(account)
      resolve()
      this.#onEnd()
    }
    const item: Running = { claimed, controller, ended, isCompleting: false, [Symbol.dispose]: dispose }
    this.#byAccount.set(account, this.of(account) + 1)
    this.#running.add(item)
    const reason = this.#aborted.get(n)
    if (reason) end(item, reason)
    return item
  }

  /** Aborts a job's running items, and those that are claimed but not running yet. */
  abort(job: number, reason: Error) {
    this.#aborted.set(job, reason)
    for (const item of this.#running) if (item.claimed.job.n === job) end(item, reason)
  }

  /** Forgets a job that has ended. */
  forget(job: number) {
    this.#aborted.delete(job)
  }

  /** Aborts all. */
  abortAll(reason: Error) {
    for (const item of this.#running) end(item, reason)
  }

  /** Resolves when all items that run now have ended. */
  async ended() {
    await Promise.all([...this.#running].map(({ ended }) => ended))
  }
}

function end(item: Running, reason: Error) {
  item.endedBy ??= reason
  item.controller.abort(reason)
}
