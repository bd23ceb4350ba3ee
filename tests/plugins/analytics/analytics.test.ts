import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { usageCommand } from '../../../plugins/analytics/command.ts'
import { captureCommand } from '../../core/cli/capture-command.ts'
import { type Answer, type Running, startWeir } from '../../weir.ts'

let weir: Running
let site: ReturnType<typeof Bun.serve>
type User = Awaited<ReturnType<Running['user']>>
let [much, little]: [User?, User?] = []
beforeAll(async () => {
  const headers = { 'content-type': 'text/html' }
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<title>Weirs</title><p>They raise the water of a river.', { headers }),
  })
  // Noon on a Wednesday, so that no day, week or month begins while the tests run.
  const ahead = Date.parse('2026-06-17T12:00:00Z') - Date.now()
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' }, undefined, { clock: { now: () => Date.now() + ahead } })
  much = await weir.user()
  little = await weir.user('pro')
  for (const user of [much, much, little]) await scrape(user)
  // One that fails costs nothing.
  expect((await weir.post('/v1/scrape', { url: 'nonsense' }, { key: much.key })).status).toBe(400)
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

async function scrape({ key }: User) {
  expect((await weir.post('/v1/scrape', { url: site.url.href }, { key })).status).toBe(200)
}
const code = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? 'done'}`
const paths = ['/v1/users/usage', '/v1/analytics/overview', '/v1/analytics/trends']

describe('usage, overview and trends', () => {
  test('have the named periods, a month by default; any other is refused with 400', async () => {
    const { key } = await weir.user()
    const left = (answer: Answer) => Number(answer.headers.get('x-ratelimit-remaining'))
    for (const path of paths) {
      expect((await weir.get(path, { key })).body.data.period).toBe('month')
      for (const period of ['day', 'week', 'year', '7d', '24h'])
        expect((await weir.get(`${path}?period=${period}`, { key })).status).toBe(200)
      const before = left(await weir.get(path, { key }))
      const refused = await weir.get(`${path}?period=fortnight`, { key })
      expect([code(refused), left(refused)]).toEqual(['400 invalid_request', before])
    }
    for (const query of ['granularity=decade', 'granularity=hour&period=3000d']) {
      const before = left(await weir.get('/v1/analytics/trends', { key }))
      const refused = await weir.get(`/v1/analytics/trends?${query}`, { key })
      expect([code(refused), left(refused)]).toEqual(['400 invalid_request', before])
    }
  })

  test('have every day of the period, and the fields of the specification', async () => {
    const { key } = await weir.user()
    const usage = (await weir.get('/v1/users/usage?period=7d', { key })).body.data
    expect(usage).toMatchObject({ requests: 0, pagesScraped: 0, creditsUsed: 0, byEndpoint: [] })
    expect(usage.daily).toHaveLength(8)
    const { series } = (await weir.get('/v1/analytics/trends?period=7d&granularity=day', { key })).body.data
    expect(series[0]).toEqual({
      period: usage.daily[0].date,
      requests: 0,
      pagesScraped: 0,
      creditsUsed: 0,
      averageResponseTime: null,
      successRate: null,
    })
    expect((await weir.get('/v1/analytics/overview?period=day', { key })).body.data).toEqual({
      period: 'day',
      totalRequests: 0,
      pagesScraped: 0,
      creditsUsed: 0,
      averageResponseTime: 0,
      successRate: 1,
    })
  })
})

describe('the usage', () => {
  test('has the same total by time, by endpoint and by day', async () => {
    const { key } = much!
    const overview = (await weir.get('/v1/analytics/overview?period=day', { key })).body.data
    expect(overview).toMatchObject({ totalRequests: 3, pagesScraped: 2, creditsUsed: 2, successRate: 0.6667 })
    expect(overview.averageResponseTime).toBeGreaterThan(0)
    const { series } = (await weir.get('/v1/analytics/trends?period=7d&granularity=day', { key })).body.data
    const shown = { requests: 3, pagesScraped: 2, creditsUsed: 2 }
    expect(series.at(-1)).toMatchObject({ ...shown, successRate: 0.6667 })
    const usage = (await weir.get('/v1/users/usage', { key })).body.data
    expect(usage).toMatchObject(shown)
    expect(usage.byEndpoint).toEqual([{ endpoint: 'scrape', requests: 3, creditsUsed: 2 }])
    expect(usage.daily.at(-1)).toMatchObject(shown)
  })

  test('of other accounts and of all accounts is only for administrators', async () => {
    const asked = [much!.id, 'all', 'usr_01900000-0000-7000-8000-000000000000', '*']
    const narrow = { name: 'narrow', permissions: ['account'] }
    const login = { email: 'admin@example.com', password: 'correct horse battery' }
    const { token } = (await weir.post('/v1/auth/login', login, { key: null })).body.data
    const { key: narrowed } = (await weir.post('/v1/auth/api-keys', narrow, { key: token })).body.data
    for (const path of paths) {
      for (const key of [little!.key, little!.session, narrowed])
        for (const account of asked)
          expect(code(await weir.get(`${path}?account=${account}`, { key }))).toBe('403 insufficient_permissions')
      // Users may name their own account.
      expect((await weir.get(`${path}?account=${little!.id}`, { key: little!.key })).status).toBe(200)
      const answers = await Promise.all(asked.map((account) => weir.get(`${path}?account=${account}`)))
      expect(answers.map(code)).toEqual(['200 done', '200 done', '404 not_found', '404 not_found'])
    }
    for (const key of [much!.key, much!.session, narrowed])
      expect(code(await weir.get('/v1/analytics/accounts', { key }))).toBe('403 insufficient_permissions')
  })

  test('of all accounts is the sum, with the most active accounts first', async () => {
    const overviewOf = async (account: string) =>
      (await weir.get(`/v1/analytics/overview?period=day&account=${account}`)).body.data
    expect(await overviewOf(much!.id)).toMatchObject({ totalRequests: 3, creditsUsed: 2 })
    expect(await overviewOf('all')).toMatchObject({ totalRequests: 4, pagesScraped: 3, creditsUsed: 3 })
    const { data } = (await weir.get('/v1/analytics/accounts?period=week')).body
    const about = { averageResponseTime: expect.any(Number) }
    const first = { id: much!.id, email: much!.email, plan: 'enterprise', requests: 3, pagesScraped: 2, creditsUsed: 2 }
    const second = { id: little!.id, email: little!.email, plan: 'pro', requests: 1, pagesScraped: 1, creditsUsed: 1 }
    expect(data.accounts).toEqual([
      { ...first, ...about, successRate: 0.6667 },
      { ...second, ...about, successRate: 1 },
    ])
    expect((await weir.get('/v1/analytics/accounts?limit=1')).body.data.accounts).toHaveLength(1)
    expect(code(await weir.get('/v1/analytics/accounts?period=decade'))).toBe('400 invalid_request')
  })
})

describe('weir usage', () => {
  const usage = (...args: string[]) => captureCommand(weir, usageCommand as never, args)

  test('prints the JSON of the API', async () => {
    for (const [args, path] of [
      [[], '/v1/users/usage'],
      [['--period', '7d'], '/v1/users/usage?period=7d'],
      [['--account', 'all'], '/v1/users/usage?account=all'],
      [['--account', much!.id, '--period', 'day'], `/v1/users/usage?period=day&account=${much!.id}`],
    ] as const) {
      const { from, to, ...told } = JSON.parse((await usage(...args, '--json')).said)
      const { from: _, to: __, ...answered } = (await weir.get(path)).body.data
      expect(told).toEqual(answered)
    }
    expect(JSON.parse((await usage('--top', '5', '--json')).said)).toEqual(
      (await weir.get('/v1/analytics/accounts?limit=5')).body.data.accounts,
    )
  })

  test('accepts an e-mail address instead of an id', async () => {
    const [byEmail, byId] = await Promise.all(
      [much!.email.toUpperCase(), much!.id].map((account) => usage('--account', account, '--json')),
    )
    const { requests, byEndpoint } = JSON.parse(byEmail!.said)
    expect({ requests, byEndpoint }).toEqual({ requests: 3, byEndpoint: JSON.parse(byId!.said).byEndpoint })
    for (const path of paths) {
      const answer = await weir.get(`${path}?account=${encodeURIComponent('nobody@account.example')}`)
      expect([answer.status, answer.body.error.message]).toEqual([404, 'There is no user with this e-mail address'])
    }
  })

  test('prints lines, and explains a wrong call', async () => {
    const all = (await usage('--account', 'all', '--period', 'day')).said
    expect(all).toMatch(
      /^From \S+ to \S+: 4 requests, 3 pages, 3 credits\n\nBy endpoint: requests, credits\nscrape +4 +3\n/,
    )
    expect((await usage('--top', '1')).said).toContain(`${much!.id}  ${much!.email}  3  2  2`)
    expect((await usage('--period', 'decade')).failure?.message).toContain('period must be day')
    for (const top of ['0', '101', 'ten', '1.5'])
      expect((await usage('--top', top)).failure).toMatchObject({ code: 2, message: expect.stringContaining('--top') })
    for (const option of ['--account', '--period']) expect((await usage(option, '')).failure?.code).toBe(1)
    expect((await usage('all')).failure?.code).toBe(2)
    expect((await usage('--top', '3', '--account', 'all')).failure?.code).toBe(2)
  })
})

test('the usage is the sum of its endpoints', async () => {
  const user = await weir.user()
  await scrape(user)
  const { key } = user
  expect((await weir.post('/v1/map', { url: site.url.href }, { key })).status).toBe(200)
  const usage = (await weir.get('/v1/users/usage', { key })).body.data
  expect(usage.byEndpoint.map(({ endpoint }: { endpoint: string }) => endpoint).toSorted()).toEqual(['map', 'scrape'])
  expect(usage.requests).toBe(2)
  expect(usage.creditsUsed).toBe(usage.byEndpoint[0].creditsUsed + usage.byEndpoint[1].creditsUsed)
})
