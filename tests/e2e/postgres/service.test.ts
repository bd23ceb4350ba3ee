/** The service on Postgres: two instances on one database, started at once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createDatabase } from '../../postgres.ts'
import { type Running, startWeir } from '../../weir.ts'

const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><main><h1>${title}</h1><p>A kettle that whistles at its own time.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join('')}</main>`
const visits = new Map<string, number>()
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    const { pathname } = new URL(url)
    visits.set(pathname, (visits.get(pathname) ?? 0) + 1)
    if (pathname === '/robots.txt') return new Response('Not here', { status: 404 })
    const body = pathname === '/' ? page('Home', '/a', '/b', '/c') : page(pathname)
    return new Response(body, { headers: { 'content-type': 'text/html' } })
  },
})
const at = (path: string) => site.url.origin + path

let one: Running
let two: Running
beforeAll(async () => {
  const settings = {
    WEIR_DATABASE_URL: await createDatabase(),
    WEIR_SECRET: 'a secret that both processes have in common',
    WEIR_ADMIN_API_KEY: `wr_${'1'.repeat(5)}_${'2'.repeat(40)}`,
    WEIR_ENGINES: 'lightweight',
    WEIR_PLANS: JSON.stringify({ free: { 'monitors.count': 7 } }),
  }
  ;[one, two] = await Promise.all([startWeir(settings), startWeir(settings)])
}, 120_000)
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()])
  site.stop(true)
})

const used = async (weir: Running, key: string) =>
  (await weir.get('/v1/users/profile', { key })).body.data.credits.used as number

test('the first instance creates the only administrator, and each sees what the other has written', async () => {
  expect([one, two].filter(({ weir }) => weir.administrator !== undefined)).toHaveLength(1)
  const user = await one.user('pro')
  expect((await two.get('/v1/users/profile', { key: user.key })).body.data.email).toBe(user.email)
  expect((await two.get('/v1/users/profile', { key: user.session })).status).toBe(200)
})

test('a page is charged once, whichever instance is asked', async () => {
  const { key } = await one.user('pro')
  for (const weir of [one, two])
    expect((await weir.post('/v1/scrape', { url: at('/scraped'), maxAge: 0 }, { key })).status).toBe(200)
  expect([await used(one, key), await used(two, key)]).toEqual([2, 2])
})

test('simultaneous scrapes of one account are all stored, and all found', async () => {
  const { key } = await one.user('enterprise')
  const scrape = (weir: Running, n: number) => weir.post('/v1/scrape', { url: at(`/whistle-${n}`), maxAge: 0 }, { key })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => [scrape(one, n), scrape(two, n + 10)]).flat())
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const { body } = await two.post('/v1/search', { query: 'kettle', provider: 'local', limit: 20 }, { key })
  expect(body.data.results).toHaveLength(20)
}, 120_000)

test('a crawl has each page once, is charged for each, and can be read at the other instance', async () => {
  const { key } = await one.user('pro')
  const { jobId } = (await one.post('/v1/crawl', { url: at('/'), maxPages: 10 }, { key })).body
  expect(await two.ended(jobId, { key })).toMatchObject({ status: 'completed', completed: 4 })
  const pages = (await two.results(jobId, { key })).map(({ url }) => new URL(url).pathname)
  expect(pages.sort()).toEqual(['/', '/a', '/b', '/c'])
  expect(['/', '/a', '/b', '/c'].map((path) => visits.get(path))).toEqual([1, 1, 1, 1])
  expect(await used(one, key)).toBe(4)
}, 120_000)

test('a repeated Idempotency-Key starts nothing new', async () => {
  const { key } = await one.user('pro')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { urls: [at('/repeated')] }
  const first = await one.post('/v1/scrape', body, { key, headers })
  const again = await two.post('/v1/scrape', body, { key, headers })
  expect([first.status, again.status]).toEqual([202, 202])
  expect(again.body.data.jobId).toBe(first.body.data.jobId)
  await two.ended(first.body.data.jobId, { key })
  expect(await used(two, key)).toBe(1)
}, 120_000)

test('limits that are counted before something is created hold for simultaneous requests', async () => {
  const { key } = await one.user('free')
  const make = (weir: Running, n: number) =>
    weir.post('/v1/monitors', { name: `${n}`, url: at(`/watched-${n}`), schedule: '0 0 1 1 *' }, { key })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => [make(one, n), make(two, n + 8)]).flat())
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
})

test('a request that two administrators decide on at once is decided once', async () => {
  for (let round = 0; round < 5; round++) {
    const { key } = await one.user('free')
    const body = { plan: 'pro', billingPeriod: 'monthly' }
    const { sessionId } = (await one.post('/v1/billing/checkout', body, { key })).body.data
    const decide = (weir: Running, verb: string) => weir.post(`/v1/admin/billing/requests/${sessionId}/${verb}`, {})
    const answers = await Promise.all([decide(one, 'approve'), decide(two, 'decline')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { entries } = (await one.get(`/v1/admin/audit?target=${sessionId}`)).body.data
    const decisions = entries.filter(({ action }: { action: string }) => action.startsWith('billing.request_'))
    expect(decisions).toHaveLength(1)
  }
})
