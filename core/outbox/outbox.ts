import { newId } from '../id.ts'
import type { Tx } from '../store/index.ts'
import type { Consumer } from './message.ts'
import { addMessage } from './tables.ts'
import { type OutboxParts, Topic } from './topic.ts'

/**
 * Messages that leave with a transaction: written in it, delivered after it has been committed, at least once, over
 * kills and restarts.
 */
export interface Outbox {
  /** Gives the message's id. `lane` names its receiver. Nothing is delivered until somebody consumes the topic. */
  put(tx: Tx, topic: string, payload: unknown, options?: { lane?: string }): Promise<string>
  /** Delivers a topic from now on. One consumer a topic. */
  consume<P>(topic: string, consumer: Consumer<P>): void
  /** Ends delivering: what is under way is given a moment, and tried again at the next start. */
  close(): Promise<void>
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
