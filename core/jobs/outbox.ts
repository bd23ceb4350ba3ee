import type { Clock } from '../clock.ts'
import { newId } from '../id.ts'
import type { Log } from '../log.ts'
import type { Store, Tx } from '../store/index.ts'
import { addMessage } from './outbox-tables.ts'
import { Topic } from './outbox-topic.ts'

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
  const { clock } = parts
  const topics = new Map<string, Topic>()
  return {
    async put(tx, topic, payload, { lane = '' } = {}) {
      const now = clock.now()
      const id = newId('msg', now)
      const firstDelay = topics.get(topic)?.consumer.delays[0] ?? 0
      await tx.run(addMessage, id, topic, lane, JSON.stringify(payload), now + firstDelay, now)
      tx.after(() => topics.get(topic)?.wake())
      return id
    },
    consume(topic, consumer) {
      if (topics.has(topic)) throw new Error(`The topic ${topic} has a consumer already`)
      const started = new Topic(topic, consumer as Consumer<unknown>, parts)
      topics.set(topic, started)
      started.start()
    },
    async close() {
      await Promise.all([...topics.values()].map((topic) => topic.close()))
    },
  }
}
