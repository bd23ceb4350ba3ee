import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startMachines } from '../../machines.ts'
import type { Running } from '../../weir.ts'

let machines: Running[]
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    new Response(`<title>${url}</title><h1>A page</h1><p>With a text.`, { headers: { 'content-type': 'text/html' } }),
})
beforeAll(async () => {
  machines = await startMachines(3, { WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.close()))
  site.stop(true)
})

const on = (i: number) => machines[i % 3]!
const scrape = (i: number, key: string) =>
  on(i).post('/v1/scrape', { url: `${site.url}${i}` }, { key, headers: { 'x-forwarded-for': '192.0.2.1' } })

test('of twice as many requests as a plan allows, spread over three machines at once, exactly the limit passes', async () => {
  const { key } = await on(0).user('starter', { rateLimit: { requestsPerHour: 12, requestsPerDay: 1000 } })
  const passed: number[] = []
  // As many at once as the plan allows in flight.
  for (let i = 0; i < 24; i += 3)
    passed.push(...(await Promise.all([0, 1, 2].map(async (n) => (await scrape(i + n, key)).status))))
  expect(passed.filter((status) => status === 200)).toHaveLength(12)
  expect(passed.filter((status) => status === 429)).toHaveLength(12)
  const { credits } = (await on(1).get('/v1/users/profile', { key })).body.data
  expect(credits.used).toBe(12)
})

test('a page that was scraped on one machine comes from the cache of another, and is found there', async () => {
  const { key } = await on(0).user('pro')
  const url = `${site.url}kept`
  await on(0).post('/v1/scrape', { url }, { key })
  const again = await on(1).post('/v1/scrape', { url, maxAge: 1 }, { key })
  expect(again.headers.get('x-cache') ?? again.text).toMatch(/hit|true/i)
  const found = await on(2).post('/v1/search', { query: 'text', provider: 'local' }, { key })
  expect(found.body.data.results.map((result: { link: string }) => result.link)).toEqual([url])
})

test('a key that one machine revokes, and a user that one suspends, are refused by all', async () => {
  const user = await on(0).user('pro')
  const made = await on(0).post('/v1/auth/api-keys', { name: 'second' }, { key: user.session })
  const { id, key } = made.body.data
  const status = async (i: number, credential: string) =>
    (await on(i).get('/v1/users/profile', { key: credential })).status
  for (let i = 0; i < 3; i++) expect([await status(i, key), await status(i, user.key)]).toEqual([200, 200])
  await on(1).call('DELETE', `/v1/auth/api-keys/${id}`, undefined, { key: user.session })
  for (let i = 0; i < 3; i++) while ((await status(i, key)) !== 401) await Bun.sleep(50)
  expect(await status(0, user.key)).toBe(200)
  await on(2).call('PUT', `/v1/admin/users/${user.id}`, { status: 'suspended' })
  for (let i = 0; i < 3; i++) while ((await status(i, user.key)) !== 403) await Bun.sleep(50)
})
