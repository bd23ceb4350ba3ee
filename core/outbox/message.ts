import type { Tx } from '../store/index.ts'

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
