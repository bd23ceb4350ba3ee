import { afterEach, expect, test } from 'bun:test'
import { startAggregator } from './archives/aggregator.ts'
import { capture } from './archives/held.ts'
import { type ArchiveServer, status } from './archives/server.ts'
import { startWayback } from './archives/wayback.ts'
import { type Opened, openArchive, setClock, timestampsOf, whileTimePasses } from './open.ts'

const MINUTE = 60_000
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const held = Array.from({ length: 60 }, (_, i) => capture('20210317120000', { url: `http://example.com/${i}` }))

/** A Wayback Machine with limits, and a clock that is shared with the service. */
async function start({ timeout = 30_000, index = 24 } = {}) {
  const clock = setClock()
  const archive = startWayback(held, { now: clock.now })
  const config = { timeout, limits: { [archive.host]: { index, content: 480 } } }
  const weir = await openArchive({ settings: { WEIR_WAYBACK_URL: archive.url }, config, clock })
  open.push(weir, { close: archive.stop })
  return { clock, archive, weir }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(20)
}

/** The maximum of requests of a kind within any minute. */
const most = ({ asked }: ArchiveServer, prefix: string) => {
  const times = asked.filter(({ path }) => path.startsWith(prefix)).map(({ at }) => at)
  return Math.max(...times.map((at) => times.filter((other) => other > at - MINUTE && other <= at).length))
}
const searchAll = (weir: Opened, count: number, from = 0, key?: string) =>
  Array.from({ length: count }, (_, i) =>
    weir.ask('search', { url: `http://example.com/${from + i}` }, key === undefined ? undefined : { key }),
  )

test('all accounts together never exceed the requests per minute of an archive', async () => {
  const { clock, archive, weir } = await start({ timeout: 90_000 })
  const [one, other] = [await weir.user(), await weir.user()]
  const waiting = [...searchAll(weir, 35, 0, one.key), ...searchAll(weir, 15, 35, other.key)]
  // The clock stands still while requests are in flight.
  await until(() => archive.asked.length >= 24)
  clock.pass(MINUTE - 1)
  await Bun.sleep(500)
  expect(archive.asked).toHaveLength(24)
  clock.pass(1)
  await until(() => archive.asked.length >= 48)
  clock.pass(MINUTE)
  const answers = await Promise.all(waiting)
  expect(answers.map(({ status: code }) => code)).toEqual(Array(50).fill(200))
  expect(answers.map(timestampsOf)).toEqual(Array(50).fill(['20210317120000']))
  expect(archive.asked).toHaveLength(50)
  expect(most(archive, '/cdx/')).toBe(24)
}, 120_000)

test('a request that would wait too long fails at once with Retry-After, and costs nothing', async () => {
  const { clock, archive, weir } = await start({ index: 3 })
  await Promise.all(searchAll(weir, 3))
  const answer = await weir.ask('search', { url: 'http://example.com/9' })
  expect([answer.status, answer.body.details]).toEqual([
    502,
    { code: 'archive_unavailable', provider: 'primary_archive', reason: 'busy' },
  ])
  expect(answer.headers.get('retry-after')).toBe('60')
  expect((await weir.get('/v1/users/profile')).body.data.credits.used).toBe(3)
  // Cached answers are available, and other kinds of requests have limits of their own.
  expect((await weir.ask('search', { url: 'http://example.com/0' })).body.metadata.cached).toBe(true)
  expect((await weir.ask('snapshot', { url: 'http://example.com/9', timestamp: '20210317120000' })).status).toBe(200)
  clock.pass(MINUTE)
  expect((await weir.ask('search', { url: 'http://example.com/9' })).status).toBe(200)
  expect(most(archive, '/cdx/')).toBe(3)
})

test('after a 429 without Retry-After there are no requests for a minute', async () => {
  const { clock, archive, weir } = await start()
  archive.faults.push(status(429))
  const first = await weir.ask('search', { url: 'http://example.com/1' })
  expect([first.status, first.body.details.reason, first.headers.get('retry-after')]).toEqual([
    502,
    'rate_limited',
    '60',
  ])
  clock.pass(20_000)
  const second = await weir.ask('timeline', {
    url: 'http://example.com/2',
    dateRange: { from: '20210101', to: '20210201' },
  })
  expect([second.status, second.headers.get('retry-after')]).toEqual([502, '40'])
  expect(archive.asked).toHaveLength(1)
  clock.pass(40_000)
  expect((await weir.ask('search', { url: 'http://example.com/1' })).status).toBe(200)
})

/** The milliseconds between consecutive requests. */
const gaps = ({ asked }: ArchiveServer) => asked.slice(1).map(({ at }, i) => at - asked[i]!.at)

test('a short Retry-After is waited for, and the request succeeds', async () => {
  const { clock, archive, weir } = await start()
  archive.faults.push(status(429, { 'retry-after': '5' }))
  const answer = await whileTimePasses(weir.ask('search', { url: 'http://example.com/1' }), clock, 500)
  expect(timestampsOf(answer)).toEqual(['20210317120000'])
  expect(archive.asked).toHaveLength(2)
  expect(gaps(archive)[0]).toBeGreaterThanOrEqual(5000)
})

test('a 503 is retried once after a pause, and then fails', async () => {
  const { clock, archive, weir } = await start()
  archive.faults.push(status(503))
  const once = await whileTimePasses(weir.ask('search', { url: 'http://example.com/1' }), clock, 500)
  expect(timestampsOf(once)).toEqual(['20210317120000'])
  archive.faults.push(status(503), status(503))
  const twice = await whileTimePasses(weir.ask('search', { url: 'http://example.com/2' }), clock, 500)
  expect([twice.status, twice.body.details]).toEqual([
    502,
    { code: 'archive_unavailable', provider: 'primary_archive', reason: 'status', status: 503 },
  ])
  expect(Number(twice.headers.get('retry-after'))).toBeGreaterThan(0)
  expect([gaps(archive).length, gaps(archive)[0]! >= 1000, gaps(archive)[2]! >= 1000]).toEqual([3, true, true])
})

test('captures behind an aggregator count for the archive that has them', async () => {
  const clock = setClock()
  const archive = startAggregator(held)
  const config = { limits: { [archive.host]: { content: 5 } } }
  const weir = await openArchive({ settings: { WEIR_MEMENTO_URL: archive.url }, config, clock })
  open.push(weir, { close: archive.stop })
  const read = (i: number) =>
    weir.ask('snapshot', { provider: 'memento', url: `http://example.com/${i}`, timestamp: '20210317120000' })
  // The TimeGate, the memento, and the raw memento.
  expect((await read(1)).status).toBe(200)
  // A memento with a banner does not replace it.
  expect((await read(2)).body.details.reason).toBe('busy')
  expect(archive.asked).toHaveLength(5)
})

test('an archive that hangs is given up, and the request costs nothing', async () => {
  const { archive, weir } = await start({ timeout: 1000 })
  archive.faults.push(() => new Promise<undefined>(() => {}))
  const answer = await weir.ask('search', { url: 'http://example.com/1' })
  expect([answer.status, answer.body.details.reason]).toEqual([502, 'timeout'])
  expect((await weir.get('/v1/users/profile')).body.data.credits.used).toBe(0)
  expect((await weir.ask('search', { url: 'http://example.com/1' })).status).toBe(200)
})
