import type { Tx } from '../store/port.ts'

/** A message to the outside world, such as a webhook or a mail. */
export interface Message<P = unknown> {
  /** `msg_…`; the same at each attempt. */
  readonly id: string
  readonly topic: string
  readonly payload: P
  /** 1 for the first. */
  readonly attempt: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/**
 * Outcomes of a delivery other than success. `rejected`: nobody wants the message any more, for example because the
 * receiver is gone. `postponed`: it is too early, for example because the receiver asked to wait until a time in
 * epoch milliseconds; this does not count as a failed attempt.
 */
export type Undelivered = { kind: 'rejected'; reason: string } | { kind: 'postponed'; until: number }

/** A failed attempt; `next` is when the message is attempted again, null for never. */
export interface Failed {
  error: unknown
  next: number | null
}

/** Delivers the messages of a topic. */
export interface Consumer<P> {
  /**
   * Delivers a message. If it throws, the message is attempted again. A rejected message is given up at once, and a
   * postponed one is delivered later as the same attempt. A message may be delivered more than once, with the same
   * id.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most deliveries come to nothing but a success
  deliver(message: Message<P>, signal: AbortSignal): Promise<Undelivered | void>
  /**
   * Milliseconds before each attempt, the first included. When the last attempt has failed, the message is given up.
   * Up to a tenth is added at random, so that messages that failed together are not attempted together.
   */
  delays: readonly number[]
  /**
   * Deliveries at once. Default: 16. An account may have as many under way as are left for others, so half of them if
   * it is alone: it could hold any number by many receivers that are slow to answer.
   */
  parallel?: number
  /** Deliveries at once to one receiver, so that a dead one blocks no other. Default: a quarter of `parallel`. */
  perReceiver?: number
  /** Milliseconds that a delivery may take. Default: 30,000. */
  timeout?: number
  /** Writes the consumer's own rows, in the transaction that ends an attempt. Not called for a postponed one. */
  attempted?(tx: Tx, message: Message<P>, outcome: Failed | 'delivered'): Promise<void>
}

/**
 * The transactional outbox: messages are written within a transaction and delivered after it has committed, at least
 * once, even across kills and restarts.
 */
export interface Outbox {
  /** Returns the message's id. Nothing is delivered until the topic has a consumer. */
  put(tx: Tx, topic: string, payload: unknown, options?: { receiver?: string; account?: string }): Promise<string>
  /** Starts to deliver a topic. Each topic has one consumer. */
  consume<P>(topic: string, consumer: Consumer<P>): void
  /**
   * Stops delivering. Running deliveries get a moment to end, and are otherwise attempted again at the next start.
   */
  close(): Promise<void>
}
