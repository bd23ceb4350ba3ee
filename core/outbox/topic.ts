import { endOnAbort } from '../abort.ts'
import type { Clock } from '../clock.ts'
import { KeyedCounts } from '../concurrency/keyed-counts.ts'
import type { Consumer, Failed, Message, Undelivered } from '../contracts/outbox.ts'
import { describeError, type Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { warnOfFailure } from '../store/storage-error.ts'
import {
  dueMessages,
  nextMessageTime,
  type OutboxRow,
  type OutboxTable,
  postponeMessage,
  removeMessage,
  takeMessage,
} from './tables.ts'

const PARALLEL = 16
const TIMEOUT = 30_000
/** Milliseconds after the timeout of a delivery at which its process counts as dead, and another one delivers. */
const MARGIN = 10_000
/** Milliseconds that `close` waits for deliveries in flight. */
const GRACE = 2_000
/**
 * The longest sleep in milliseconds. The clock is then read again, as it may have been set, and another process may
 * have ended before it delivered what it put.
 */
const MAX_SLEEP = 30_000
/** Milliseconds until the store is tried again after a failed write. */
const PAUSE = 1_000

/** What delivering requires. */
export interface OutboxParts {
  store: Store
  clock: Clock
  log: Log
  /** Identifies this process. */
  workerId: string
  /**
   * Whether this process is the only one that uses the store. Deliveries that another process had in flight are then
   * orphaned, and are delivered at once.
   */
  alone: boolean
}

/** The deliveries of one topic. */
export class Topic {
  readonly consumer: Consumer<unknown>
  readonly #name: string
  readonly #parts: OutboxParts
  readonly #receivers = new KeyedCounts()
  readonly #accounts = new KeyedCounts()
  readonly #underWay = new Map<string, Promise<void>>()
  /** Ends deliveries under way. */
  readonly #stop = new AbortController()
  #isClosing = false
  #looking: Promise<void> | undefined
  #again = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(name: string, consumer: Consumer<unknown>, parts: OutboxParts) {
    this.#name = name
    this.consumer = consumer
    this.#parts = parts
  }

  get #parallel() {
    return this.consumer.parallel ?? PARALLEL
  }

  /** How many more deliveries may begin. No account may have more under way than this. */
  get #free() {
    return this.#parallel - this.#underWay.size
  }

  start() {
    if (!this.#parts.alone) return this.wake()
    const { store, clock } = this.#parts
    const free = store.write(
      (tx) =>
        tx
          .db<OutboxTable>()
          .updateTable('outbox')
          .set({ next_at: clock.now(), worker: null })
          .where('topic', '=', this.#name)
          .where('worker', 'is not', null)
          .execute(),
      { durable: false },
    )
    free.catch((error) => this.#failed(error)).finally(() => this.wake())
  }

  wake() {
    if (this.#isClosing) return
    this.#again = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      if (this.#again) this.wake()
    })
  }

  async close() {
    this.#isClosing = true
    clearTimeout(this.#timer)
    // What it has taken is under way then.
    await this.#looking
    const late = new Promise((resolve) => setTimeout(resolve, GRACE).unref?.())
    await Promise.race([Promise.all(this.#underWay.values()), late])
    this.#stop.abort(new Error('The server stops'))
    await Promise.all(this.#underWay.values())
  }

  #failed(error: unknown) {
    warnOfFailure(this.#parts, 'The outbox could not be read or written; it will be tried again', error, {
      topic: this.#name,
    })
    this.#sleep(PAUSE)
  }

  #sleep(milliseconds: number) {
    clearTimeout(this.#timer)
    if (this.#isClosing) return
    this.#timer = setTimeout(() => this.wake(), Math.min(MAX_SLEEP, Math.max(0, milliseconds)))
    this.#timer.unref?.()
  }

  async #look() {
    this.#again = false
    try {
      const free = this.#free
      if (free <= 0) return
      const { store, clock } = this.#parts
      const now = clock.now()
      const ofReceiver = this.consumer.perReceiver ?? Math.ceil(this.#parallel / 4)
      const rows = await store.all(dueMessages, this.#name, now, ofReceiver, free, free)
      let skipped = false
      let changed = false
      for (const row of rows) {
        // A delivery that begins now would only be cut off.
        if (this.#isClosing) return
        const isFull =
          (row.receiver !== '' && this.#receivers.of(row.receiver) >= ofReceiver) ||
          (row.account !== '' && this.#accounts.of(row.account) >= this.#free)
        // If the clock was set forward, a message in flight is due again, but it is still ours.
        if (this.#underWay.has(row.id) || isFull) {
          skipped = true
          continue
        }
        changed = true
        // If another process has just taken it, a later message can take its place.
        if (!(await this.#begin(row, now))) skipped = true
      }
      // As nothing has changed, another look would find the same; the next delivery that ends triggers one.
      if (skipped && changed) this.#again = true
      if (rows.length === free) return
      const next = await store.get(nextMessageTime, this.#name, now)
      this.#sleep(next ? next.at - clock.now() : MAX_SLEEP)
    } catch (error) {
      this.#again = false
      this.#failed(error)
    }
  }

  /** Takes a message and delivers it, unless another process has taken it. */
  async #begin(row: OutboxRow, now: number): Promise<boolean> {
    const timeout = this.consumer.timeout ?? TIMEOUT
    const { store, workerId } = this.#parts
    const attempt = row.attempt + 1
    const taken = await store.write(
      (tx) => tx.run(takeMessage, attempt, now + timeout + MARGIN, workerId, row.id, row.attempt),
      {
        durable: false,
        reserved: true,
      },
    )
    if (taken === 0) return false
    this.#receivers.add(row.receiver, 1)
    this.#accounts.add(row.account, 1)
    const payload: unknown = JSON.parse(row.payload)
    const message = { id: row.id, topic: row.topic, payload, attempt, createdAt: row.created_at }
    const work = this.#deliver(message, timeout).finally(() => {
      this.#receivers.add(row.receiver, -1)
      this.#accounts.add(row.account, -1)
      this.#underWay.delete(row.id)
      this.wake()
    })
    this.#underWay.set(row.id, work)
    return true
  }

  async #deliver(message: Message, timeout: number) {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeout)])
    let end: DeliveryEnd
    try {
      end = (await endOnAbort(this.consumer.deliver(message, signal), signal)) ?? { kind: 'delivered' }
    } catch (error) {
      // A delivery cut off by the server's stop is attempted again at its next start.
      if (this.#stop.signal.aborted) return
      end = { kind: 'failed', error }
    }
    try {
      await this.#record(message, end)
    } catch (error) {
      // It is due again once its timeout has passed.
      this.#failed(error)
    }
  }

  async #record(message: Message, end: DeliveryEnd) {
    const { store, clock, workerId, log } = this.#parts
    const { id, topic, attempt } = message
    if (end.kind === 'postponed') {
      await store.write((tx) => tx.run(postponeMessage, attempt - 1, Math.round(end.until), id, workerId, attempt))
      return
    }
    const next = end.kind === 'failed' ? this.#nextAttempt(attempt, clock.now()) : null
    const outcome = outcomeOf(end, next)
    // Another process may have taken the message meanwhile, and records the outcome itself.
    const isOurs = await store.write(async (tx) => {
      const changed =
        next === null
          ? await tx.run(removeMessage, id, workerId, attempt)
          : await tx.run(postponeMessage, attempt, next, id, workerId, attempt)
      if (changed > 0) await this.consumer.attempted?.(tx, message, outcome)
      return changed > 0
    })
    if (isOurs && outcome !== 'delivered' && next === null)
      log.warn('A message was given up', { id, topic, attempts: attempt, cause: describeError(outcome.error) })
  }

  /** When a message is attempted again; null after the last attempt. */
  #nextAttempt(attempt: number, now: number): number | null {
    const delay = this.consumer.delays[attempt]
    return delay === undefined ? null : Math.round(now + delay * (1 + Math.random() / 10))
  }
}

type DeliveryEnd = { kind: 'delivered' } | { kind: 'failed'; error: unknown } | Undelivered

/** What the consumer learns about an attempt. */
function outcomeOf(end: Exclude<DeliveryEnd, { kind: 'postponed' }>, next: number | null): Failed | 'delivered' {
  if (end.kind === 'delivered') return 'delivered'
  return { error: end.kind === 'rejected' ? new Error(end.reason) : end.error, next }
}
