import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSite, readStream } from '../plugins/jobs/open-digest.ts'
import { serveChild } from './serve-child.ts'

const plugin = join(import.meta.dir, '../plugins/jobs/fixtures/digest.ts')

let site: ReturnType<typeof openSite>
let server: Awaited<ReturnType<typeof serveChild>>
beforeAll(async () => {
  site = openSite()
  server = await serveChild({ WEIR_PLUGINS: `account,jobs,${plugin}` })
})
afterAll(async () => {
  await server.close()
  site.close()
})

const ended = async (id: string) => {
  for (;;) {
    const { data } = await server.call('GET', `/v1/jobs/${id}`)
    if (data.completedAt !== null) return data
    await Bun.sleep(30)
  }
}

test('a stream cut by a kill resumes after its last event, and no completed page is fetched again', async () => {
  const urls = site.urls(20, 60)
  const started = await server.call('POST', '/v1/digest', { urls })
  const id = started.data.jobId
  const path = `${server.origin}/v1/jobs/${id}/stream`
  const first = await readStream(path, server.key, { until: (events) => events.length >= 9 })
  await server.kill()
  await server.start()
  const rest = await readStream(path, server.key, { lastEventId: first.events.at(-1)!.id })
  const all = [...first.events, ...rest.events]
  const ids = all.map((event) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(
    all
      .filter(({ event }) => event === 'url_completed')
      .map(({ data }) => data.url)
      .toSorted(),
  ).toEqual(urls.toSorted())
  expect(rest.events.at(-1)!.event).toBe('completed')
  expect(await ended(id)).toMatchObject({ status: 'completed', completed: 20, creditsUsed: 10 })
  // Only the pages that were under way at the kill were requested twice.
  expect(site.asked.length).toBeLessThanOrEqual(20 + 5)
}, 120_000)

test('a repeated request gets the job that was started before the kill', async () => {
  const body = { urls: site.urls(2, 30) }
  const headers = { 'idempotency-key': 'before-and-after' }
  const send = () => server.call('POST', '/v1/digest', body, headers)
  const first = await send()
  await server.kill()
  await server.start()
  const second = await send()
  expect(second).toEqual(first)
  expect((await server.call('GET', '/v1/jobs?limit=100')).data.jobs).toHaveLength(2)
  await ended(first.data.jobId)
}, 120_000)

test('a repeated request gets its job even if the kill cut off the first response', async () => {
  const before = (await server.call('GET', '/v1/jobs?limit=100')).data.jobs.length
  const body = { urls: site.urls(3, 400) }
  const headers = { 'idempotency-key': 'swallowed' }
  // The response is not awaited: the kill comes about when the job is created.
  const lost = server.call('POST', '/v1/digest', body, headers).catch(() => undefined)
  await Bun.sleep(4)
  await server.kill()
  await lost
  await server.start()
  const again = await server.call('POST', '/v1/digest', body, headers)
  expect(again.status).toBe(202)
  expect((await server.call('GET', '/v1/jobs?limit=100')).data.jobs).toHaveLength(before + 1)
  expect((await ended(again.data.jobId)).completed).toBe(3)
}, 120_000)

test('a server that is told to stop puts back what is under way, and continues it at its next start', async () => {
  const started = await server.call('POST', '/v1/digest', { urls: site.urls(8, 1500) })
  await Bun.sleep(300)
  await server.stop()
  await server.start()
  expect((await server.call('GET', `/v1/jobs/${started.data.jobId}`)).data.completed).toBeLessThan(8)
  expect(await ended(started.data.jobId)).toMatchObject({ status: 'completed', completed: 8, creditsUsed: 4 })
}, 120_000)
