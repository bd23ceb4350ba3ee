import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type OpenedDigest, openDigest, readStream } from './open-digest.ts'

let weir: OpenedDigest
let me: { id: string; key: string; session: string }
beforeAll(async () => {
  weir = await openDigest()
  me = await weir.user()
})
afterAll(() => weir.close())

const stream = (id: string) => `${weir.origin}/v1/jobs/${id}/stream`
const named = (events: readonly { id?: string; event?: string }[]) => events.map(({ id, event }) => `${id} ${event}`)

test('a stream has each item, the progress and the end, and then closes', async () => {
  const urls = [...weir.site.urls(4, 20), 'http://127.0.0.1:1/']
  const id = await weir.start(me.key, urls)
  const { response, events, closed, comments } = await readStream(stream(id), me.key)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(comments[0]).toBe('retry: 3000')
  const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data)
  expect(
    of('url_completed')
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(urls.toSorted())
  expect(
    of('url_completed')
      .map(({ status, creditsUsed }) => `${status} ${creditsUsed}`)
      .toSorted(),
  ).toEqual(['failed 0', ...Array(4).fill('success 0.5')])
  expect(of('progress').at(-1)).toEqual({
    completed: 4,
    failed: 1,
    total: 5,
    progress: 100,
    successRate: 80,
    status: 'running',
  })
  expect(events.at(-1)).toMatchObject({ event: 'completed', data: { jobId: id, status: 'completed' } })
  expect(closed).toBe(true)
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
})

test('a stream continues after any id, without gaps or repeats, while the job runs and afterwards', async () => {
  const id = await weir.start(me.key, weir.site.urls(12, 25))
  const [whole, part] = await Promise.all([
    readStream(stream(id), me.key),
    readStream(stream(id), me.key, { until: (events) => events.length >= 5 }),
  ])
  const last = part.events.at(-1)!.id!
  const rest = await readStream(stream(id), me.key, { lastEventId: last })
  const at = whole.events.findIndex((event) => event.id === last)
  expect(named(rest.events)).toEqual(named(whole.events.slice(at + 1)))
  for (const [i, event] of whole.events.entries()) {
    const behind = await readStream(stream(id), me.key, { lastEventId: event.id })
    expect(named(behind.events)).toEqual(named(whole.events.slice(i + 1)))
    expect(behind.closed).toBe(true)
    // An EventSource reconnects after each end of a stream until it gets a 204.
    expect(behind.response.status).toBe(i + 1 < whole.events.length ? 200 : 204)
  }
})

test('the stream of an ended job has only its last event, also after an invalid id', async () => {
  const id = await weir.start(me.key, weir.site.urls(3))
  await weir.ended(id, { key: me.key })
  for (const lastEventId of [undefined, 'nonsense', '99.1']) {
    const { events, closed } = await readStream(stream(id), me.key, { lastEventId })
    expect([events.map(({ event }) => event), closed]).toEqual([['completed'], true])
  }
})

test('a cancelled job ends its stream with cancelled', async () => {
  const id = await weir.start(me.key, weir.site.urls(20, 200))
  const open = Promise.withResolvers<void>()
  const reading = readStream(stream(id), me.key, { onOpen: open.resolve })
  await open.promise
  await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key: me.key })
  const { events, closed } = await reading
  expect([events.at(-1)!.event, closed]).toEqual(['cancelled', true])
})

test('two streams each have the events of their own job', async () => {
  const ids = [await weir.start(me.key, weir.site.urls(10, 10)), await weir.start(me.key, weir.site.urls(10, 10))]
  const both = await Promise.all(ids.map((id) => readStream(stream(id), me.key)))
  for (const [i, { events }] of both.entries()) {
    expect(events).toHaveLength(21)
    expect(events.at(-1)!.data.jobId).toBe(ids[i])
  }
})

test('revoking a key ends its open streams, before their jobs end', async () => {
  const made = (await weir.post('/v1/auth/api-keys', { name: 'short' }, { key: me.session })).body.data
  const id = await weir.start(me.key, weir.site.urls(30, 8000))
  const open = Promise.withResolvers<void>()
  const reading = readStream(stream(id), made.key, { onOpen: open.resolve })
  await open.promise
  await weir.call('DELETE', `/v1/auth/api-keys/${made.id}`, undefined, { key: me.session })
  const { closed, comments } = await reading
  expect([closed, comments.at(-1)]).toEqual([true, ': this key is no longer valid'])
  await weir.call('DELETE', `/v1/jobs/${id}`, undefined, { key: me.key })
  await weir.ended(id, { key: me.key })
}, 120_000)

/** The ids of all events in a stream that is read now. */
async function readAll(body: ReadableStream<Uint8Array>) {
  const text = await new Response(body).text()
  return [...text.matchAll(/^id: (\S+)$/gm)].map((found) => found[1]!)
}

test('a stream that is not read buffers no events, and misses none later', async () => {
  const user = await weir.user()
  const id = await weir.start(user.key, weir.site.urls(1000, 1))
  const ask = () =>
    weir.weir.server.fetch(new Request(stream(id), { headers: { authorization: `Bearer ${user.key}` } }))
  const open = await Promise.all(Array.from({ length: 200 }, ask))
  Bun.gc(true)
  const before = process.memoryUsage().rss
  await weir.ended(id, { key: user.key })
  Bun.gc(true)
  // If each buffered a quarter of a megabyte, that would be fifty megabytes.
  expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000)
  const ids = await readAll(open[7]!.body!)
  expect(ids).toEqual([...Array.from({ length: 1000 }, (_, i) => [`${i + 1}.1`, `${i + 1}.2`]).flat(), '1001.1'])
  for (const response of open) if (!response.body!.locked) await response.body!.cancel()
}, 120_000)

test('a stream that begins late in a job has one event for the past, and then all that follow', async () => {
  const user = await weir.user()
  const id = await weir.start(user.key, [...weir.site.urls(700, 1), `${weir.site.origin}/slow?ms=1500`])
  let completed = 0
  while (completed < 700) {
    await Bun.sleep(20)
    completed = (await weir.get(`/v1/jobs/${id}`, { key: user.key })).body.data.completed
  }
  const { events } = await readStream(stream(id), user.key)
  expect(named(events)).toEqual(['700.2 progress', '701.1 url_completed', '701.2 progress', '702.1 completed'])
  expect(events[0]!.data).toMatchObject({ completed: 700, failed: 0, total: 701, status: 'running' })
  // All past events are there for a reader with a last event id.
  expect((await readStream(stream(id), user.key, { lastEventId: '0.2' })).events).toHaveLength(1403)
}, 120_000)

test('a server that stops ends its streams with a comment', async () => {
  const own = await openDigest()
  const id = await own.start(own.adminKey, own.site.urls(5, 2000))
  const open = Promise.withResolvers<void>()
  const reading = readStream(`${own.origin}/v1/jobs/${id}/stream`, own.adminKey, { onOpen: open.resolve })
  await open.promise
  const closing = own.close(reading)
  const { closed, comments } = await reading
  expect([closed, comments.at(-1)]).toEqual([true, ': the server is stopping; reconnect in a moment'])
  await closing
}, 120_000)
