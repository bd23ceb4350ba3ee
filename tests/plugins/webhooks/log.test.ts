import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { bodyOf } from '../../../plugins/webhooks/delivery/body.ts'
import { Deliveries } from '../../../plugins/webhooks/delivery/deliveries.ts'
import { post } from '../../../plugins/webhooks/delivery/post.ts'
import { migrations } from '../../../plugins/webhooks/tables.ts'
import { startFakeDns } from '../../core/egress-rules/fake-dns.ts'
import { openFetch } from '../../core/fetch/open-fetch.ts'
import { until } from '../../core/jobs/open-jobs.ts'
import { openStore } from '../../store.ts'
import { type Opened, openWebhooks } from './open.ts'
import { startReceivers, status } from './receivers.ts'

let world: Opened
beforeAll(async () => {
  world = await openWebhooks()
})
afterAll(() => world[Symbol.asyncDispose]())

const delivered = (id: string) => until('the delivery', async () => (await world.delivery(id)).status === 'delivered')

test('deliveries are listed newest first, paged, and filtered by status, event and job', async () => {
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.unshift(await world.send(world.good.make()))
  const down = await world.send(world.good.make(status(500)))
  await until('the attempt', async () => (await world.delivery(down)).attempts === 1)
  for (const id of ids) await delivered(id)
  const list = async (query: string) => await world.read(`deliveries?${query}`)
  const idsOf = ({ deliveries }: { deliveries: { id: string }[] }) => deliveries.map(({ id }) => id)
  const first = await list('limit=4')
  const second = await list(`limit=4&cursor=${first.nextCursor}`)
  expect([...idsOf(first), ...idsOf(second)]).toEqual([down, ...ids])
  expect(second.nextCursor).toBeNull()
  expect(idsOf(await list('status=pending'))).toEqual([down])
  expect(idsOf(await list('status=delivered'))).toEqual(ids)
  expect(idsOf(await list('event=webhook.test&limit=1'))).toEqual([down])
  expect(idsOf(await list('event=job.failed'))).toEqual([])
  expect(idsOf(await list('job=job_01900000-0000-7000-8000-000000000000'))).toEqual([])
  const { key } = await world.weir.user()
  expect((await world.weir.get('/v1/webhooks/deliveries', { key })).body.data.deliveries).toEqual([])
  expect((await world.weir.get(`/v1/webhooks/deliveries/${down}`, { key })).status).toBe(404)
  expect((await world.weir.post(`/v1/webhooks/deliveries/${down}/replay`, undefined, { key })).status).toBe(404)
  for (const query of ['cursor=x', 'status=lost', 'limit=0'])
    expect((await world.weir.get(`/v1/webhooks/deliveries?${query}`, { key: world.key })).status).toBe(400)
})

test('a list reads no bodies, which may be long', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-webhooks-list-'))
  const store = await openStore({ dataDir })
  await store.migrate('webhooks', migrations)
  const deliveries = new Deliveries({ store, clock: { now: () => 1000 } })
  const delivery = { id: 'msg_1', account: 'usr_1', url: 'https://a.test/', event: 'e', job: null, body: 'long' }
  await store.write((tx) => deliveries.add(tx, { ...delivery, createdAt: 1000 }))
  const { page } = await deliveries.list('usr_1', { limit: 1 })
  expect([page[0]?.id, Object.keys(page[0] ?? {}).filter((name) => /body|form/.test(name))]).toEqual(['msg_1', []])
  await store.close()
  rmSync(dataDir, { recursive: true })
})

test('a replay of a waiting delivery sends it at once, and cancels the wait', async () => {
  const url = world.good.make((response, nth) => status(nth === 1 ? 500 : 200)(response, nth, undefined as never))
  const id = await world.send(url)
  await until('the attempt', async () => (await world.delivery(id)).attempts === 1)
  await world.weir.post(`/v1/webhooks/deliveries/${id}/replay`, undefined, { key: world.key })
  await delivered(id)
  await world.pass(48 * 3600_000)
  expect(world.good.got(url)).toHaveLength(2)
  expect((await world.delivery(id)).log.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([500, 200])
})

test('deliveries that ended before the retention period are deleted with their attempts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-webhooks-log-'))
  const store = await openStore({ dataDir })
  await store.migrate('webhooks', migrations)
  let now = Date.now()
  const clock = { now: () => now }
  const deliveries = new Deliveries({ store, clock })
  const add = (ids: string[], end: 'delivered' | 'pending') =>
    store.write(async (tx) => {
      const about = { account: 'usr_1', url: 'http://a.example/', event: 'job.completed', job: null, body: '{}' }
      const attempt = { at: now, ms: 1, statusCode: 200, error: null, gone: false, retryAfter: undefined }
      for (const id of ids) {
        await deliveries.add(tx, { ...about, id, createdAt: now })
        await deliveries.record(tx, id, id, { status: end, nextAt: null, error: null, attempt })
      }
    })
  await add(
    Array.from({ length: 450 }, (_, i) => `msg_old${i}`),
    'delivered',
  )
  await add(['msg_waits'], 'pending')
  now += 29 * 24 * 3600_000
  await add(['msg_new'], 'delivered')
  now += 2 * 24 * 3600_000
  const sweep = () => deliveries.sweep(now - 30 * 24 * 3600_000, 200)
  expect([await sweep(), await sweep(), await sweep(), await sweep()]).toEqual([200, 200, 50, 0])
  const left = await deliveries.list('usr_1', { limit: 100 })
  expect(left.page.map(({ id }) => id)).toEqual(['msg_waits', 'msg_new'])
  expect(await deliveries.attempts('msg_old7')).toEqual([])
  expect(await deliveries.attempts('msg_new')).toHaveLength(1)
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each<[string, unknown]>([
  ['one long text', { text: 'x'.repeat(1_000_000) }],
  ['many long texts', Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i, 'é'.repeat(5000)]))],
  ['texts that JSON writes long', { text: '\u0001'.repeat(30_000) }],
  ['a long list', { list: Array.from({ length: 100_000 }, (_, i) => i) }],
  [
    'lists of lists',
    Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => ['y'.repeat(60), 'z'.repeat(60)])),
  ],
])('a body has less than 20 kB and the name of its event, whatever its data: %s', (_, data) => {
  const body = bodyOf({ id: 'msg_1', event: 'monitor.changed', createdAt: 0, data })
  expect(Buffer.byteLength(body)).toBeLessThan(20_000)
  expect(JSON.parse(body)).toMatchObject({
    id: 'msg_1',
    event: 'monitor.changed',
    createdAt: '1970-01-01T00:00:00.000Z',
  })
})

test('data that fits is sent unchanged', () => {
  const data = { text: 'é'.repeat(9000), list: Array.from({ length: 300 }, () => null) }
  expect(JSON.parse(bodyOf({ id: 'msg_1', event: 'x', createdAt: 0, data })).data).toEqual(data)
})

test('an address is checked at each attempt: a name that now resolves to an internal address is not used', async () => {
  const names = await startFakeDns((_, type, times) =>
    type === 'AAAA' ? [] : times === 0 ? ['127.0.0.1'] : ['127.0.0.9'],
  )
  const site = await startReceivers()
  const fetch = openFetch({ resolve: createResolve({ servers: [names.server] }), allow: '127.0.0.1' })
  const url = `http://moved.test:${new URL(site.origin).port}/hook`
  const send = () => post(fetch, { now: Date.now }, { url, headers: {}, body: '{}', signal: AbortSignal.timeout(5000) })
  expect(await send()).toMatchObject({ statusCode: 200, error: null })
  expect(await send()).toMatchObject({ statusCode: null, error: expect.stringContaining('does not send to') })
  expect(site.all).toHaveLength(1)
  names.stop()
  site.stop()
})
