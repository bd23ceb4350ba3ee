import type { Consumer, Outbox } from '../contracts/outbox.ts'
import { newId } from '../id.ts'
import { addMessage } from './tables.ts'
import { type OutboxParts, Topic } from './topic.ts'

export function createOutbox(parts: OutboxParts): Outbox {
  const { clock } = parts
  const topics = new Map<string, Topic>()
  return {
    async put(tx, topic, payload, { receiver = '', account = '' } = {}) {
      const now = clock.now()
      const id = newId('msg', now)
      const firstDelay = topics.get(topic)?.consumer.delays[0] ?? 0
      await tx.run(addMessage, id, topic, receiver, account, JSON.stringify(payload), now + firstDelay, now)
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
