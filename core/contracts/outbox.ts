import type { Tx } from '../store/port.ts'

/** Something to tell the world outside: a webhook, a mail. */
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
 * The outcomes of a delivery other than success: the message is not wanted any more, such as by a receiver that is
 * gone; or it is too early for it, as for one that asks to wait, and that is no failed attempt: it waits until a time
 * in epoch milliseconds.
 */
export type Undelivered = { kind: 'rejected'; reason: string } | { kind: 'postponed'; until: number }

/** How an attempt failed; `next` is when the message is attempted again, null for never. */
export interface Failed {
  error: unknown
  next: number | null
}

/** Who delivers the messages of a topic. */
export interface Consumer<P> {
  /**
   * Delivers; throwing has it attempted again. One that is rejected is given up at once, one that is postponed is
   * delivered later as the same attempt. May happen more than once for a message, with the same id.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most deliveries come to nothing but a success
  deliver(message: Message<P>, signal: AbortSignal): Promise<Undelivered | void>
  /**
   * Milliseconds before each attempt: the first delay is before the first, and when the last attempt has failed the
   * message is given up. Each is lengthened by up to a tenth by chance, so that what failed together is not attempted
   * together.
   */
  delays: readonly number[]
  /** Deliveries at once. Default 16. */
  parallel?: number
  /** Deliveries at once to one receiver, so that a dead one holds up no other. Default: a quarter of `parallel`. */
  perReceiver?: number
  /** Milliseconds that a delivery may take. Default 30,000. */
  timeout?: number
  /** The consumer's own rows about an attempt, in the transaction that ends it. Not for one that was postponed. */
  attempted?(tx: Tx, message: Message<P>, outcome: Failed | 'delivered'): Promise<void>
}

/**
 * Messages that leave with a transaction: written in it, delivered after it has been committed, at least once, over
 * kills and restarts.
 */
export interface Outbox {
  /** Gives the message's id. Nothing is delivered until somebody consumes the topic. */
  put(tx: Tx, topic: string, payload: unknown, options?: { receiver?: string }): Promise<string>
  /** Delivers a topic from now on. One consumer a topic. */
  consume<P>(topic: string, consumer: Consumer<P>): void
  /** Ends delivering: what is under way is given a moment, and attempted again at the next start. */
  close(): Promise<void>
}
