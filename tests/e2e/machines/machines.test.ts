import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { crawlOf, serveTangle, type Tangle } from '../../plugins/crawl/tangle.ts'
import { createDatabase } from '../../postgres.ts'
import { crawlWithKills } from './crawl-with-kills.ts'
import { type Machine, startMachines } from './machine.ts'

setDefaultTimeout(120_000)

/** The plugins of the machines. */
const WEIR_PLUGINS = 'account,jobs,scrape,batch,crawl'
/** The number of pages of the crawls. */
const COUNT = 100

let world: Awaited<ReturnType<typeof startMachines>>
let api: Machine
let workers: Machine[]
let tangle: Tangle
beforeAll(async () => {
  tangle = serveTangle(COUNT)
  world = await startMachines(await createDatabase(), [['serve', '--no-work'], ['work'], ['serve']], { WEIR_PLUGINS })
  const [first, ...others] = world.machines
  api = first!
  workers = others
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await tangle.stop()
})

/** The ids and types of a job's events as one machine streams them, to the end. */
async function follow(machine: Machine, jobId: string, lastId?: string) {
  const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {}
  const answer = await machine.request(`/v1/jobs/${jobId}/stream`, { headers })
  const text = await answer.text()
  return [...text.matchAll(/^id: (\S+)\nevent: (\S+)$/gm)].map(([, id, event]) => ({ id: id!, event: event! }))
}

test('a worker answers only for its health and its metrics', async () => {
  const [worker] = workers
  expect((await worker!.request('/health')).status).toBe(200)
  expect(await (await worker!.request('/metrics')).text()).toContain('weir_job_items_ended_total')
  expect((await worker!.request('/v1/jobs')).status).toBe(404)
})

test('a worker that creates the store prints its administrator', async () => {
  await using alone = await startMachines(await createDatabase(), [['work']], { WEIR_PLUGINS, WEIR_ADMIN_API_KEY: '' })
  expect(alone.machines[0]!.said()).toMatch(/ {2}Password \w+\n {2}API key {2}wr_\w+\n/)
})

test('a machine streams what others do, in order and without gaps, also from the middle', async () => {
  const { body } = await api.call('POST', '/v1/crawl', crawlOf(tangle, COUNT))
  const events = await follow(api, body.jobId)
  const done = events.filter(({ event }) => event === 'url_completed')
  expect(done).toHaveLength(tangle.reachable.length)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(events.at(-1)?.event).toBe('completed')
  const middle = Math.floor(events.length / 2)
  expect(await follow(workers[1]!, body.jobId, events[middle]!.id)).toEqual(events.slice(middle + 1))
})

test('a job that is cancelled on one machine ends on the others', async () => {
  const asked = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  using site = Bun.serve({
    port: 0,
    async fetch({ url, signal }) {
      if (!url.endsWith('/slow')) return new Response('', { status: 404 })
      signal.addEventListener('abort', () => aborted.resolve())
      asked.resolve()
      await Bun.sleep(60_000)
      return new Response('late')
    },
  })
  const slow = `http://127.0.0.1:${site.port}/slow`
  const { body } = await api.call('POST', '/v1/batch', { urls: [slow], options: { timeout: 50_000 } })
  await asked.promise
  expect((await api.call('DELETE', `/v1/jobs/${body.jobId}`)).status).toBeLessThan(300)
  await aborted.promise
  expect((await follow(api, body.jobId)).at(-1)?.event).toBe('cancelled')
  // The page's own timeout is longer than that of the test.
}, 120_000)

test('a crawl has the same outcome whichever machine is killed in its middle', async () => {
  const site = serveTangle(COUNT)
  try {
    const { crawled, killed } = await crawlWithKills(world.machines, site, { count: COUNT, kills: 6, life: 1000 })
    const pages = site.reachable.length - site.failing.length
    expect(killed).toBeGreaterThan(0)
    expect(crawled).toEqual({
      status: 'completed',
      pages,
      failed: site.failing.length,
      creditsUsed: pages,
      twice: [],
      gaps: 0,
    })
  } finally {
    await site.stop()
  }
})
