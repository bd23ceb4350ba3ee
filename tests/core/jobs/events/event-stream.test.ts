import { expect, test } from 'bun:test'
import type { JobEvent } from '../../../../core/contracts/jobs/job-record.ts'
import type { StreamFormat } from '../../../../core/contracts/jobs/job-streams.ts'
import { createEventBus } from '../../../../core/jobs/events/event-bus.ts'
import { EventStream } from '../../../../core/jobs/events/event-stream.ts'

const jobId = 'job_1'
const item = (id: number) => ({ type: 'item', jobId, id }) as JobEvent
const end = (id: number) => ({ type: 'end', jobId, id }) as JobEvent

/** Each event is two frames of a number and a letter. */
const format: StreamFormat = {
  frames: ({ id }) => [`${id}a `, `${id}b `],
  resume: () => undefined,
  snapshot: () => '',
}

/** A stream of a job with `stored` events in the store, read by a client. */
function open({ stored = [] as JobEvent[], after = 0, frames = 0, first = '', isReachable = true } = {}) {
  const bus = createEventBus()
  const reads: number[] = []
  const ended: EventStream[] = []
  const hub = {
    encode: (by: StreamFormat, event: JobEvent) => new TextEncoder().encode(by.frames(event).join('')),
    listen: bus.listen,
    read: async (_: string, behind: number) => {
      reads.push(behind)
      if (!isReachable) throw new Error('The store is out of reach')
      return stored.filter(({ id }) => id > behind)
    },
    ended: (stream: EventStream) => void ended.push(stream),
  }
  const stream = new EventStream(hub, { jobId, credential: 'key', format, after, frames })
  const reader = stream.open(first).getReader()
  const decoder = new TextDecoder()
  return {
    bus,
    stream,
    reader,
    stored,
    reads,
    ended,
    /** The next frame; undefined at the end of the stream. */
    async next() {
      const { done, value } = await reader.read()
      return done ? undefined : decoder.decode(value)
    },
    /** Announces an event that is stored. */
    happen(event: JobEvent) {
      stored.push(event)
      bus.publish(jobId, event)
    },
  }
}
/** Lets pending work go on. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

test('a client gets the retry delay, then the past events, the live ones, and the end', async () => {
  const { next, happen, ended, stream, bus } = open({ stored: [item(1), item(2)], first: 'hello ' })
  expect(await next()).toBe('retry: 3000\n\nhello ')
  expect([await next(), await next()]).toEqual(['1a 1b ', '2a 2b '])
  await settle()
  happen(item(3))
  expect(await next()).toBe('3a 3b ')
  expect([ended, bus.isHeard(jobId)]).toEqual([[], true])
  happen(end(4))
  expect([await next(), await next()]).toEqual(['4a 4b ', undefined])
  expect([ended, bus.isHeard(jobId)]).toEqual([[stream], false])
})

test('a client that reconnects gets the frames it has not seen of the next event, and all other events whole', async () => {
  const { next } = open({ stored: [item(1), item(2), item(3)], after: 1, frames: 1 })
  await next()
  expect([await next(), await next()]).toEqual(['2b ', '3a 3b '])
})

test('an announced event that was already sent is not sent again, and a missed one is read from the store', async () => {
  const { next, happen, bus, stored, reads } = open({ stored: [item(1)] })
  expect([await next(), await next()]).toEqual(['retry: 3000\n\n', '1a 1b '])
  await settle()
  const before = reads.length
  bus.publish(jobId, item(1))
  happen(item(2))
  expect([await next(), reads.length]).toEqual(['2a 2b ', before])
  stored.push(item(3))
  happen(item(4))
  expect([await next(), await next()]).toEqual(['3a 3b ', '4a 4b '])
  expect(reads.slice(before)[0]).toBe(2)
})

test('an announced event that the store does not have yet is looked for three times', async () => {
  const { next, bus, reads } = open()
  await next()
  await settle()
  const before = reads.length
  bus.publish(jobId, item(2))
  await settle()
  expect(reads.slice(before)).toEqual([0, 0, 0])
})

test('for a client that does not read only its position is kept, and it gets everything once it reads', async () => {
  const { next, happen, reads } = open()
  await settle()
  expect(await next()).toBe('retry: 3000\n\n')
  await settle()
  // Some 16 KB are buffered for it: sooner or later the buffer is full.
  const count = 4000
  for (let id = 1; id <= count; id++) happen(item(id))
  await settle()
  const before = reads.length
  const seen: string[] = []
  while (seen.length < count) seen.push((await next())!)
  expect(seen).toEqual(Array.from({ length: count }, (_, i) => `${i + 1}a ${i + 1}b `))
  expect(reads.length).toBeGreaterThan(before)
})

test('comments are sent to clients that read, and the last one ends the stream, once', async () => {
  const { next, stream, ended } = open()
  await next()
  await settle()
  const bytes = (text: string) => new TextEncoder().encode(text)
  stream.comment(bytes('still here'))
  expect(await next()).toBe('still here')
  stream.comment(bytes('x'.repeat(16_384)))
  stream.comment(bytes('there is no room for this'))
  stream.end('the server stops')
  stream.end('twice')
  stream.comment(bytes('too late'))
  expect([(await next())!.length, await next(), await next()]).toEqual([16_384, 'the server stops', undefined])
  expect(ended).toEqual([stream])
})

test('a client that disconnects is unsubscribed', async () => {
  const { reader, bus, ended, stream } = open()
  await settle()
  await reader.cancel()
  expect([ended, bus.isHeard(jobId)]).toEqual([[stream], false])
})

test('the stream breaks if the store cannot be read, so that the client reconnects', async () => {
  const { next, reader, ended, bus } = open({ isReachable: false })
  await next()
  await expect(reader.read()).rejects.toThrow('The store is out of reach')
  expect([ended.length, bus.isHeard(jobId)]).toEqual([1, false])
})
