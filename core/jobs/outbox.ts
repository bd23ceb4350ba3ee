import type { Clock } from '../clock.ts'
import { newId } from '../id.ts'
import { describeError, type Log } from '../log.ts'
import { type Migration, type Store, statement, type Tx } from '../store/index.ts'

/** Something to tell the world outside: a webhook, a mail. */
export interface Message<P = unknown> {
  /** `msg_…`; the same at each try. */
  readonly id: string
  readonly topic: string
  readonly payload: P
  /** 1 for the first try. */
  readonly attempt: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** How a message's try ended; `next` is when it is tried again, null for never. */
export interface Tried {
  error: unknown
  next: number | null
}

/** Who delivers the messages of a topic. */
export interface Consumer<P> {
  /** Delivers; throwing has it tried again. May happen more than once for a message, with the same id. */
  deliver(message: Message<P>, signal: AbortSignal): Promise<void>
  /**
   * Milliseconds before each try: the first delay is before the first, and when the last try has failed the message is
   * given up. Each is lengthened by up to a tenth by chance, so that what failed together is not tried together.
   */
  delays: readonly number[]
  /** Deliveries at once. Default 16; of one lane a quarter of that, so that a dead receiver holds up no other. */
  parallel?: number
  /** Milliseconds that a delivery may take. Default 30,000. */
  timeout?: number
  /** The consumer's own rows about a try, in the transaction that ends it. */
  tried?(tx: Tx, message: Message<P>, outcome: Tried | 'delivered'): Promise<void>
}

/**
 * Messages that leave with a transaction: written in it, delivered after it has been committed, at least once, over kills
 * and restarts.
 */
export interface Outbox {
  /** Gives the message's id. `lane` names its receiver. Nothing is delivered until somebody consumes the topic. */
  put(tx: Tx, topic: string, payload: unknown, options?: { lane?: string }): Promise<string>
  /** Delivers a topic from now on. One consumer a topic. */
  consume<P>(topic: string, consumer: Consumer<P>): void
  /** Ends delivering: what is under way is given a moment, and tried again at the next start. */
  close(): Promise<void>
}

interface OutboxTable {
  outbox: {
    id: string
    topic: string
    lane: string
    payload: string
    attempt: number
    next_at: number
    owner: string | null
    created_at: number
  }
}
type OutboxRow = OutboxTable['outbox']

export const outboxMigration: Migration = {
  name: '011-outbox',
  async up(db) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('attempt', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('outbox_due').on('outbox').columns(['topic', 'next_at']).execute()
  },
}

const PARALLEL = 16
const TIMEOUT = 30_000
/** Milliseconds beyond a delivery's time after which its process counts as dead, and another tries. */
const MARGIN = 10_000
/** Milliseconds that `close` waits for deliveries under way. */
const GRACE = 2_000
/** The longest sleep: after it the time of day is looked at again, as it may have been set. */
const LONGEST_SLEEP = 30_000
/** Milliseconds until the store is asked again when it could not be written. */
const PAUSE = 1_000

const add = statement<[id: string, topic: string, lane: string, payload: string, nextAt: number, now: number], never>(
  (db, [id, topic, lane, payload, next_at, created_at]) =>
    db.insertInto('outbox').values({ id, topic, lane, payload, attempt: 0, next_at, owner: null, created_at }),
)
/** Lanes that are full are left out: with a quarter each there are at most four of them. */
const due = statement<
  [topic: string, now: number, a: string, b: string, c: string, d: string, most: number],
  OutboxRow
>((db, [topic, now, a, b, c, d, most]) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', topic)
    .where('next_at', '<=', now)
    .where('lane', 'not in', [a, b, c, d])
    .orderBy('next_at')
    .limit(most),
)
const nextTime = statement<[topic: string, after: number], { at: number }>((db, [topic, after]) =>
  db
    .selectFrom('outbox')
    .select('next_at as at')
    .where('topic', '=', topic)
    .where('next_at', '>', after)
    .orderBy('next_at')
    .limit(1),
)
/** While a message is under way it is due when its owner counts as dead. */
const take = statement<[attempt: number, nextAt: number, owner: string, id: string, was: number], never>(
  (db, [attempt, next_at, owner, id, was]) =>
    db.updateTable('outbox').set({ attempt, next_at, owner }).where('id', '=', id).where('attempt', '=', was),
)
const postpone = statement<[nextAt: number, id: string, owner: string, attempt: number], never>(
  (db, [next_at, id, owner, attempt]) =>
    db
      .updateTable('outbox')
      .set({ next_at, owner: null })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('attempt', '=', attempt),
)
const remove = statement<[id: string, owner: string, attempt: number], never>((db, [id, owner, attempt]) =>
  db.deleteFrom('outbox').where('id', '=', id).where('owner', '=', owner).where('attempt', '=', attempt),
)

export interface OutboxParts {
  store: Store
  clock: Clock
  log: Log
  /** Names this process. */
  owner: string
  /** Whether this process alone uses the store: what others had under way is then nobody's, and tried at once. */
  alone: boolean
}

export function createOutbox(parts: OutboxParts): Outbox {
  const { store, clock, log, owner, alone } = parts
  const topics = new Map<string, Topic>()
  return {
    async put(tx, topic, payload, { lane = '' } = {}) {
      const now = clock.now()
      const id = newId('msg', now)
      const firstDelay = topics.get(topic)?.consumer.delays[0] ?? 0
      await tx.run(add, id, topic, lane, JSON.stringify(payload), now + firstDelay, now)
      tx.after(() => topics.get(topic)?.wake())
      return id
    },
    consume(topic, consumer) {
      if (topics.has(topic)) throw new Error(`The topic ${topic} has a consumer already`)
      const started = new Topic(topic, consumer as Consumer<unknown>, { store, clock, log, owner, alone })
      topics.set(topic, started)
      started.start()
    },
    async close() {
      await Promise.all([...topics.values()].map((topic) => topic.close()))
    },
  }
}

/** The deliveries of one topic. */
class Topic {
  readonly consumer: Consumer<unknown>
  readonly #name: string
  readonly #parts: OutboxParts
  readonly #lanes = new Map<string, number>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #stop = new AbortController()
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

  start() {
    if (!this.#parts.alone) return this.wake()
    const { store, clock } = this.#parts
    const free = store.write(
      (tx) =>
        tx
          .db<OutboxTable>()
          .updateTable('outbox')
          .set({ next_at: clock.now(), owner: null })
          .where('topic', '=', this.#name)
          .where('owner', 'is not', null)
          .execute(),
      { durable: false },
    )
    free.catch((error) => this.#failed(error)).finally(() => this.wake())
  }

  wake() {
    if (this.#stop.signal.aborted) return
    this.#again = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      if (this.#again) this.wake()
    })
  }

  async close() {
    clearTimeout(this.#timer)
    const late = new Promise((resolve) => setTimeout(resolve, GRACE).unref?.())
    await Promise.race([Promise.all(this.#underWay), late])
    this.#stop.abort(new Error('The server stops'))
    await Promise.all(this.#underWay)
    await this.#looking
  }

  #failed(error: unknown) {
    this.#parts.log.warn('The outbox could not be read or written; it will be tried again', {
      topic: this.#name,
      cause: describeError(error),
    })
    this.#sleep(PAUSE)
  }

  #sleep(milliseconds: number) {
    clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => this.wake(), Math.min(LONGEST_SLEEP, Math.max(0, milliseconds)))
    this.#timer.unref?.()
  }

  async #look() {
    this.#again = false
    try {
      const free = this.#parallel - this.#underWay.size
      if (free <= 0) return
      const { store, clock } = this.#parts
      const now = clock.now()
      const ofLane = Math.ceil(this.#parallel / 4)
      const full = [...this.#lanes].filter(([lane, count]) => lane !== '' && count >= ofLane).map(([lane]) => lane)
      // No lane is called so: names hold no control characters.
      const [a = '\u0001', b = '\u0001', c = '\u0001', d = '\u0001'] = full
      const rows = await store.all(due, this.#name, now, a, b, c, d, free)
      for (const row of rows) {
        const count = this.#lanes.get(row.lane) ?? 0
        if (row.lane !== '' && count >= ofLane) {
          this.#again = true
          continue
        }
        await this.#begin(row, now)
      }
      if (rows.length === free) return
      const next = await store.get(nextTime, this.#name, now)
      if (next) this.#sleep(next.at - clock.now())
    } catch (error) {
      this.#again = false
      this.#failed(error)
    }
  }

  async #begin(row: OutboxRow, now: number) {
    const timeout = this.consumer.timeout ?? TIMEOUT
    const { store, owner } = this.#parts
    const attempt = row.attempt + 1
    const taken = await store.write((tx) => tx.run(take, attempt, now + timeout + MARGIN, owner, row.id, row.attempt), {
      durable: false,
      reserved: true,
    })
    if (taken === 0 || this.#stop.signal.aborted) return
    this.#lanes.set(row.lane, (this.#lanes.get(row.lane) ?? 0) + 1)
    const payload: unknown = JSON.parse(row.payload)
    const message = { id: row.id, topic: row.topic, payload, attempt, createdAt: row.created_at }
    const work = this.#deliver(message, timeout).finally(() => {
      const left = (this.#lanes.get(row.lane) ?? 1) - 1
      if (left > 0) this.#lanes.set(row.lane, left)
      else this.#lanes.delete(row.lane)
      this.#underWay.delete(work)
      this.wake()
    })
    this.#underWay.add(work)
  }

  async #deliver(message: Message, timeout: number) {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeout)])
    let failure: { error: unknown } | undefined
    try {
      await abortable(this.consumer.deliver(message, signal), signal)
    } catch (error) {
      // What the stop of the server cut off is tried again at its next start.
      if (this.#stop.signal.aborted) return
      failure = { error }
    }
    try {
      await this.#settle(message, failure)
    } catch (error) {
      // It is due again when its time is over.
      this.#failed(error)
    }
  }

  async #settle(message: Message, failure: { error: unknown } | undefined) {
    const { store, clock, owner, log } = this.#parts
    const { delays, tried } = this.consumer
    const delay = delays[message.attempt]
    const next = failure && delay !== undefined ? Math.round(clock.now() + delay * (1 + Math.random() / 10)) : null
    await store.write(async (tx) => {
      const changed =
        next === null
          ? await tx.run(remove, message.id, owner, message.attempt)
          : await tx.run(postpone, next, message.id, owner, message.attempt)
      if (changed > 0) await tried?.(tx, message, failure ? { error: failure.error, next } : 'delivered')
    })
    if (failure && next === null) {
      const { id, topic, attempt } = message
      log.warn('A message was given up', { id, topic, attempts: attempt, cause: describeError(failure.error) })
    }
  }
}

/** Ends with the signal, also for work that does not listen to it. */
async function abortable(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
