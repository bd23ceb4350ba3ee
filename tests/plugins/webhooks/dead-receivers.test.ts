import { expect, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { openWebhooks } from './open.ts'
import { type Behave, type Receivers, startReceivers, status } from './receivers.ts'
import { verify } from './verify.ts'

const MINUTE = 60_000
const each = 12
/** The number of deliveries to the good receiver. */
const good = 40
/** The ways in which a receiver is down, besides one where nobody listens. */
const downs: readonly Behave[] = [
  () => {},
  status(500),
  status(302, { location: '/' }),
  (response) => response.socket?.resetAndDestroy(),
  status(503),
]
/** Attempts that may fail before the circuit opens: five, and those that are in progress at the fifth. */
const beforeOpen = 5 + 3

test('receivers that are down for an hour get all their deliveries later, and do not harm a good one', async () => {
  await using world = await openWebhooks()
  const dead: { receivers: Receivers; url: string }[] = []
  for (const behave of downs) {
    const receivers = await startReceivers()
    dead.push({ receivers, url: receivers.make(behave) })
  }
  const url = world.good.make()
  const page = world.good.make((response) => void response.end('A page.'))
  const jobs = new Map<string, string[]>()
  for (const webhook of [
    ...Array.from({ length: each }, () => dead.map((one) => one.url)).flat(),
    ...Array(good).fill(url),
  ]) {
    const { body } = await world.weir.post('/v1/scrape', { urls: [page], webhook }, { key: world.key })
    jobs.set(webhook, [...(jobs.get(webhook) ?? []), body.data.jobId])
  }
  await until('the good receiver', () => world.good.got(url).length === good, 20_000)
  expect(
    world.good
      .got(url)
      .map(({ json }) => json.data.id)
      .sort(),
  ).toEqual(jobs.get(url)!.toSorted())

  const ofReceiver = async (webhook: string) => {
    const found = await Promise.all(jobs.get(webhook)!.map((job) => world.read(`deliveries?job=${job}`)))
    return found.flatMap(({ deliveries }) => deliveries)
  }
  const all = async () => (await world.read('deliveries?limit=100')).deliveries.length
  await until('the first attempts', async () => (await all()) === good + each * downs.length, 20_000)
  for (let i = 0; i < 12; i++) await world.pass(5 * MINUTE)
  expect((await world.read('deliveries?status=failed')).deliveries).toEqual([])
  for (const { receivers } of dead) {
    expect(receivers.all.length).toBeGreaterThanOrEqual(5)
    expect(receivers.all.length).toBeLessThanOrEqual(beforeOpen + 12)
  }

  for (const { receivers, url } of dead) receivers.change(url, status(200))
  const left = async () => (await world.read('deliveries?status=pending&limit=100')).deliveries.length
  // An attempt that hangs ends by the real clock, while the test passes hours.
  for (let i = 0; i < 1000 && (await left()) > 0; i++) await world.pass(MINUTE)
  const { secret } = await world.read('secret')
  for (const { receivers, url } of dead) {
    const deliveries = await ofReceiver(url)
    expect(deliveries.map(({ status }) => status)).toEqual(Array(each).fill('delivered'))
    expect(Math.max(...deliveries.map(({ attempts }) => attempts))).toBeLessThanOrEqual(8)
    expect(new Set(receivers.all.map(({ json }) => json.data.id))).toEqual(new Set(jobs.get(url)))
    expect(new Set(receivers.all.map(({ json }) => json.id)).size).toBe(each)
    for (const one of receivers.all)
      expect(await verify(secret, one)).toEqual({ current: true, previous: false, standard: true })
    receivers.stop()
  }
}, 120_000)

test('a delivery that waits for its receiver has the time of the next attempt', async () => {
  await using world = await openWebhooks()
  const url = world.good.make(status(500))
  const page = world.good.make((response) => void response.end('A page.'))
  for (let i = 0; i < 20; i++) await world.weir.post('/v1/scrape', { urls: [page], webhook: url }, { key: world.key })
  const pending = async () => (await world.read('deliveries?status=pending&limit=100')).deliveries
  await until('the deliveries', async () => (await pending()).length === 20, 20_000)
  world.clock.pass(1000)
  const isDue = ({ nextAttemptAt }: { nextAttemptAt: string }) => Date.parse(nextAttemptAt) <= world.clock.now()
  await until('a time to come of each', async () => !(await pending()).some(isDue))
  expect((await pending()).some(({ attempts }: { attempts: number }) => attempts === 0)).toBe(true)
}, 120_000)
