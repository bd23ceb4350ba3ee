import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { type Opened, openWebhooks } from './open.ts'
import { type Behave, type Receivers, startReceivers, status } from './receivers.ts'
import { verify } from './verify.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const hang: Behave = () => {}

let world: Opened
/** Receivers that fail are on another host than the good ones, as deliveries are limited per host. */
let bad: Receivers
beforeAll(async () => {
  world = await openWebhooks()
  bad = await startReceivers()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  bad.stop()
})

const pending = async (id: string) => (await world.delivery(id)).status === 'pending'
// Checked repeatedly, as an attempt may be visible before the sender is done with it.
const ended = (id: string) =>
  until(`the end of ${id}`, async () => {
    await world.pass(0)
    return !(await pending(id))
  })
const attempted = (id: string, times: number) =>
  until(`${times} attempts`, async () => {
    await world.pass(0)
    return (await world.delivery(id)).attempts === times
  })

test('a failing receiver gets an attempt after each delay, with the same id and body, and then no more', async () => {
  const url = bad.make(status(500))
  const id = await world.send(url)
  await attempted(id, 1)
  const delays = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 17 * HOUR]
  for (const [i, delay] of delays.entries()) {
    await world.pass(delay * 0.9)
    expect(bad.got(url)).toHaveLength(i + 1)
    await world.pass(delay * 0.2 + SECOND)
    await attempted(id, i + 2)
  }
  await ended(id)
  await world.pass(48 * HOUR)
  const delivery = await world.delivery(id)
  expect([delivery.status, delivery.attempts, delivery.nextAttemptAt]).toEqual(['failed', 8, null])
  expect(delivery.log.map((attempt: object) => ({ ...attempt, at: '', durationMs: 0 }))).toEqual(
    Array.from({ length: 8 }, () => ({ at: '', durationMs: 0, statusCode: 500, error: 'The receiver answered 500' })),
  )
  const got = bad.got(url)
  expect(got).toHaveLength(8)
  expect(new Set(got.map(({ headers, body }) => `${headers.get('x-webhook-id')} ${Buffer.from(body)}`)).size).toBe(1)
  const { secret } = await world.read('secret')
  const times = got.map(({ headers }) => Number(headers.get('x-webhook-timestamp')))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  for (const one of got) expect(await verify(secret, one)).toEqual({ current: true, previous: false, standard: true })
})

describe('an attempt fails', () => {
  test.each<[string, Behave, number | null, string]>([
    ['that hangs', hang, null, 'did not answer in time'],
    ['that is reset', (response) => response.socket?.resetAndDestroy(), null, 'ended the connection'],
    ['that is redirected', status(307, { location: '/elsewhere' }), 307, 'redirects'],
    ['that is answered 404', status(404), 404, 'answered 404'],
    ['that is answered 429 without a time', status(429), 429, 'answered 429'],
  ])('%s, and the next one succeeds', async (_, behave, statusCode, error) => {
    const url = bad.make((response, nth, request) => (nth === 1 ? behave : status(204))(response, nth, request))
    const id = await world.send(url)
    await attempted(id, 1)
    expect(await world.delivery(id)).toMatchObject({
      status: 'pending',
      statusCode,
      error: expect.stringContaining(error),
      receiver: 'failing',
    })
    await world.pass(6 * SECOND)
    await ended(id)
    expect(await world.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 2,
      error: null,
      receiver: 'active',
    })
    expect(bad.all.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  test('if nobody listens', async () => {
    const away = await startReceivers()
    const url = away.make()
    away.stop()
    const id = await world.send(url)
    await attempted(id, 1)
    expect(await world.delivery(id)).toMatchObject({ statusCode: null, error: 'The receiver cannot be reached' })
  })
})

describe('the body of a 200 does not matter', () => {
  test.each<[string, Behave]>([
    ['a body without end', (response) => void response.writeHead(200).write('x'.repeat(100_000))],
    ['a length that is not sent', (response) => void response.writeHead(200, { 'content-length': '10' }).write('x')],
    [
      'a length beyond all bounds',
      (response) => void response.writeHead(200, { 'content-length': '99999999999' }).write('x'),
    ],
  ])('%s', async (_, behave) => {
    const id = await world.send(bad.make(behave))
    await ended(id)
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })
})

describe('a receiver that is gone (410)', () => {
  test('gets nothing more, and later deliveries are listed as failed', async () => {
    const url = bad.make(status(410))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const page = world.good.make((response) => void released.then(() => status(200)(response, 0, undefined as never)))
    const job = await world.weir.post('/v1/scrape', { urls: [page], webhook: url }, { key: world.key })
    const gone = await world.send(url)
    await ended(gone)
    expect(await world.delivery(gone)).toMatchObject({ status: 'failed', attempts: 1, receiver: 'disabled' })
    release()
    const { jobId } = job.body.data
    const later = async () => (await world.read(`deliveries?job=${jobId}`)).deliveries
    await until('the later event', async () => (await later())[0]?.status === 'failed')
    expect(await later()).toMatchObject([{ attempts: 0, error: 'The receiver is gone (410)', nextAttemptAt: null }])
    await world.pass(48 * HOUR)
    expect(bad.got(url)).toHaveLength(1)
  })

  test('is used again after a replay', async () => {
    const url = bad.make((response, nth) => status(nth === 1 ? 410 : 200)(response, nth, undefined as never))
    const id = await world.send(url)
    await ended(id)
    const answer = await world.weir.post(`/v1/webhooks/deliveries/${id}/replay`, undefined, { key: world.key })
    expect([answer.status, answer.body.data.status]).toEqual([202, 'pending'])
    await ended(id)
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attempts: 2, receiver: 'active' })
    expect(new Set(bad.got(url).map(({ json }) => json.id)).size).toBe(1)
  })

  test('is used again after a request that names it', async () => {
    const url = bad.make((response, nth) => status(nth === 1 ? 410 : 200)(response, nth, undefined as never))
    await ended(await world.send(url))
    const body = { urls: [world.good.make()], webhook: url }
    expect((await world.weir.post('/v1/scrape', body, { key: world.key })).status).toBe(202)
    await until('the delivery', () => bad.got(url).length === 2)
  })
})

describe('a receiver with a Retry-After', () => {
  test.each([[429], [503]])('of a %i gets that time for all its deliveries, and no attempt is lost', async (code) => {
    const url = bad.make((response, nth) =>
      status(nth === 1 ? code : 200, { 'retry-after': '3600' })(response, nth, undefined as never),
    )
    const first = await world.send(url)
    await attempted(first, 1)
    expect((await world.delivery(first)).status).toBe('pending')
    await world.pass(30 * MINUTE)
    expect(bad.got(url)).toHaveLength(1)
    await world.pass(31 * MINUTE)
    await ended(first)
    expect(await world.delivery(first)).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('is tried again after a day at the latest', async () => {
    const url = bad.make((response, nth) =>
      status(nth === 1 ? 429 : 200, { 'retry-after': '259200' })(response, nth, undefined as never),
    )
    const id = await world.send(url)
    await attempted(id, 1)
    await world.pass(24 * HOUR + MINUTE)
    await ended(id)
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('may send a date', async () => {
    const until = new Date(world.clock.now() + HOUR).toUTCString()
    const url = bad.make((response, nth) =>
      status(nth === 1 ? 503 : 200, { 'retry-after': until })(response, nth, undefined as never),
    )
    const id = await world.send(url)
    await attempted(id, 1)
    await world.pass(50 * MINUTE)
    expect(bad.got(url)).toHaveLength(1)
    await world.pass(11 * MINUTE)
    await ended(id)
    expect((await world.delivery(id)).status).toBe('delivered')
  })

  test('that is sent again and again loses no delivery, and is given up after days', async () => {
    let busy = true
    const url = bad.make(
      (response) => void (busy ? status(429, { 'retry-after': '1800' }) : status(200))(response, 0, undefined as never),
    )
    const id = await world.send(url)
    for (let i = 1; i <= 12; i++) {
      await attempted(id, i)
      await world.pass(31 * MINUTE)
    }
    // An attempt in progress would ask for time once more, after the last of the hours that the test passes.
    await attempted(id, 13)
    busy = false
    await world.pass(31 * MINUTE)
    await ended(id)
    expect((await world.delivery(id)).status).toBe('delivered')

    busy = true
    const never = await world.send(url)
    await attempted(never, 1)
    await world.pass(6 * 24 * HOUR)
    await until('the end of its patience', async () => {
      await world.pass(20 * HOUR)
      return !(await pending(never))
    })
    expect(await world.delivery(never)).toMatchObject({ status: 'failed', nextAttemptAt: null })
  }, 120_000)
})
