import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, type Running, startWeir } from '../../weir.ts'

const quick = { waitTime: 0, delayBetweenRequests: 0, retryCount: 0 }

let weir: Running
let me: { id: string; key: string }
const asked: { path: string; at: number; headers: Headers }[] = []
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url, headers }) {
    const { pathname, searchParams } = new URL(url)
    asked.push({ path: pathname, at: performance.now(), headers })
    await Bun.sleep(Number(searchParams.get('ms') ?? 1))
    const status = Number(searchParams.get('status') ?? 200)
    const html = `<html><head><title>Page ${pathname}</title><meta name="description" content="About ${pathname}"></head>
      <body><h1>Page ${pathname}</h1><p>Some <a href="/x">words</a> of it</p><img src="/p.png" alt="A picture"></body></html>`
    return new Response(html, { status, headers: { 'content-type': 'text/html' } })
  },
})
const page = (path: string) => `http://127.0.0.1:${site.port}${path}`
const dead = 'http://127.0.0.1:9/'

beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  me = await weir.user()
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const post = (path: string, body: object, { key = me.key, wait }: { key?: string; wait?: number } = {}) =>
  weir.post(path, body, { key, headers: wait === undefined ? {} : { prefer: `wait=${wait}` } })
const direct = (body: object, key?: string) => post('/v1/batch', { ...quick, ...body }, { key, wait: 20 })
const refused = ({ status, body }: Answer) => [status, body.error.code, body.error.details]

describe('a batch', () => {
  test('is accepted with an estimate and a link to its job', async () => {
    const answer = await post('/v1/batch', { urls: [page('/a'), page('/b')], ...quick })
    expect(answer.status).toBe(202)
    const { jobId, ...rest } = answer.body
    expect(rest).toEqual({
      success: true,
      queueJobId: jobId,
      status: 'queued',
      urlCount: 2,
      estimatedCredits: 2,
      estimatedTime: expect.stringMatching(/^\d+ (second|minute)s?$/),
      statusUrl: `/v1/jobs/${jobId}`,
      message: expect.any(String),
      processingMode: 'async',
    })
    expect(await weir.ended(jobId, { key: me.key })).toMatchObject({
      type: 'batch',
      status: 'completed',
      priority: 'low',
      creditsUsed: 2,
    })
  })

  test('is answered directly if it ends within the time that its caller prefers to wait', async () => {
    const answer = await direct({ urls: [page('/slow?ms=60'), dead, page('/b')], format: 'markdown' })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=20'])
    const { data, warning } = answer.body
    expect(data.results.map((entry: { url: string; status: string }) => [entry.url, entry.status])).toEqual([
      [page('/slow?ms=60'), 'success'],
      [dead, 'failed'],
      [page('/b'), 'success'],
    ])
    expect([data.successful.length, data.failed.length]).toEqual([2, 1])
    expect(data.successful[1]).toMatchObject({
      title: 'Page /b',
      description: 'About /b',
      content: data.successful[1].markdown,
      wordCount: expect.any(Number),
      metadata: { statusCode: 200, contentType: 'text/html', loadTime: expect.any(Number) },
    })
    expect(data.failed[0]).toMatchObject({
      error: expect.any(String),
      metadata: { statusCode: 0, error: data.failed[0].error, code: 'invalid_url' },
    })
    expect(data.summary).toMatchObject({
      total: 3,
      successful: 2,
      failed: 1,
      successRate: 66.7,
      creditsUsed: 2,
      creditsPerUrl: 0.667,
      concurrency: 3,
    })
    expect(warning).toBe('1 of 3 URLs failed')
  })

  test('is accepted without Preference-Applied if it does not end in time', async () => {
    const answer = await post('/v1/batch', { ...quick, urls: [page('/late?ms=1600')] }, { wait: 1 })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, null])
    await weir.ended(answer.body.jobId, { key: me.key })
  })

  test('gives content in the requested format, which is json by default', async () => {
    const content = async (more: object) => (await direct({ urls: [page('/a')], ...more })).body.data.results[0].content
    expect(JSON.parse(await content({})).title).toBe('Page /a')
    expect(await content({ format: 'html' })).toContain('<h1>Page /a</h1>')
    expect(await content({ format: 'text' })).not.toContain('<h1')
    expect(await content({ format: 'markdown' })).toContain('# Page /a')
    expect(JSON.parse(await content({ formats: ['structured'] }))).toMatchObject({ openGraph: {} })
    expect(JSON.parse(await content({ formats: ['links'] }))).toEqual([expect.stringMatching(/\/x$/)])
    expect(await content({ formats: ['links', 'html'] })).toContain('<h1>Page /a</h1>')
    expect(await content({ formats: ['links', 'markdown'] })).toContain('# Page /a')
  })

  test('leaves images out and keeps links by default', async () => {
    const markdown = async (more: object) =>
      (await direct({ urls: [page('/a')], ...more })).body.data.results[0].markdown
    expect(await markdown({})).not.toContain('p.png')
    expect(await markdown({ includeImages: true })).toContain('p.png')
    expect(await markdown({})).toContain('/x)')
    expect(await markdown({ includeLinks: false })).not.toContain('/x)')
  })

  test('sends headers and authentication, and does not reveal them', async () => {
    const answer = await direct({
      urls: [page('/private')],
      headers: { 'x-token': 'HEADERMARK' },
      authentication: { username: 'ada', password: 'PASSWORDMARK' },
    })
    const { headers } = asked.findLast(({ path }) => path === '/private')!
    expect(headers.get('x-token')).toBe('HEADERMARK')
    expect(headers.get('authorization')).toBe(`Basic ${btoa('ada:PASSWORDMARK')}`)
    for (const path of ['', '/results', '/status'])
      expect((await weir.get(`/v1/jobs/${answer.body.jobId}${path}`, { key: me.key })).text).not.toContain('MARK')
    expect(weir.log.join('')).not.toContain('MARK')
  })

  test('respects its concurrency and its delay', async () => {
    const spread = async (more: object) => {
      const from = asked.length
      await direct({ urls: Array.from({ length: 4 }, (_, i) => page(`/spread${i}?ms=80`)), ...more })
      const times = asked.slice(from).map(({ at }) => at)
      return times.map((at) => at - times[0]!)
    }
    const two = await spread({ concurrency: 2 })
    expect(two[1]).toBeLessThan(70)
    expect(two[2]).toBeGreaterThan(75)
    const apart = await spread({ concurrency: 4, delayBetweenRequests: 120 })
    for (const [i, at] of apart.entries()) expect(at).toBeGreaterThanOrEqual(i * 115)
  })

  test('costs nothing for pages with a status of 500 or above, which are results nevertheless', async () => {
    const user = await weir.user()
    const { data } = (await direct({ urls: [page('/broken?status=500'), page('/gone?status=404')] }, user.key)).body
    expect(data.results.map((entry: { metadata: { statusCode: number } }) => entry.metadata.statusCode)).toEqual([
      500, 404,
    ])
    expect([data.summary.failed, data.summary.creditsUsed]).toEqual([0, 1])
  })

  test('is marked as deprecated, in errors too', async () => {
    for (const answer of [
      await direct({ urls: [page('/a')] }),
      await post('/v1/batch', {}),
      await weir.post('/v1/batch', {}, { key: null }),
      await weir.get('/v1/batch'),
    ]) {
      expect(answer.headers.get('deprecation')).toBe('@1736985600')
      expect(answer.headers.get('link')).toBe('</v1/scrape>; rel="successor-version"')
    }
  })

  test('of the plan free is one of at most two at a time', async () => {
    const { key } = await weir.user('free')
    const start = () => post('/v1/batch', { urls: [page('/long?ms=700')], ...quick }, { key })
    const [one, two, three] = [await start(), await start(), await start()]
    expect([one.status, two.status, three.status]).toEqual([202, 202, 429])
    expect(three.body.error).toMatchObject({ code: 'rate_limited', details: { limit: 2, remaining: 0 } })
    expect(three.headers.get('retry-after')).toMatch(/^\d+$/)
    await weir.ended(one.body.jobId, { key })
    expect((await start()).status).toBe(202)
  })
})

describe('refuses', () => {
  const many = (count: number) => Array.from({ length: count }, () => page('/a'))

  test('at the start what no enabled engine can do, in jobs as in a single page', async () => {
    const { key } = await weir.user()
    for (const [path, body] of [
      ['/v1/scrape', { url: page('/a') }],
      ['/v1/scrape', { urls: [page('/a')] }],
      ['/v1/batch', { urls: [page('/a')] }],
      ['/v1/crawl', { url: page('/a') }],
    ] as const)
      expect(refused(await post(path, { ...body, includeScreenshot: true }, { key }))).toEqual([
        503,
        'engine_unavailable',
        expect.objectContaining({ engine: null, reason: 'none of those enabled can take screenshots' }),
      ])
    expect((await weir.get('/v1/jobs', { key })).body.data.jobs).toEqual([])
  })

  test('a page without a URL, and says which parameter is missing', async () => {
    for (const path of ['/v1/scrape', '/v1/crawl', '/v1/map'])
      expect(refused(await post(path, {}))).toEqual([400, 'invalid_url', { parameter: 'url', reason: 'malformed' }])
  })

  test('more URLs than the plan allows, on batch and scrape', async () => {
    const { key } = await weir.user('free')
    for (const path of ['/v1/batch', '/v1/scrape']) {
      expect(refused(await post(path, { urls: many(11) }, { key }))).toEqual([
        400,
        'too_many_urls',
        { provided: 11, maximum: 10 },
      ])
      expect(refused(await post(path, { urls: many(101) }))).toEqual([
        400,
        'too_many_urls',
        { provided: 101, maximum: 100 },
      ])
    }
  })

  test('invalid URLs, and names all of them', async () => {
    for (const path of ['/v1/batch', '/v1/scrape']) {
      const urls = [page('/a'), 'nonsense', 'ftp://example.com/']
      expect(refused(await post(path, { urls }))).toEqual([400, 'invalid_urls', { urls: urls.slice(1) }])
      const messages = await Promise.all(
        [[], [page('/a'), 5]].map(async (list) => (await post(path, { urls: list })).body.error),
      )
      expect(messages.map(({ code, message }) => [code, message])).toEqual([
        ['invalid_urls', 'urls must be an array of 1 to 100 http or https URLs'],
        ['invalid_urls', 'urls.1 must be an http or https URL: a string of at most 8192 characters'],
      ])
      for (const value of [5, null, { toString: 1 }]) {
        const details = { parameter: 'urls.0', urls: [JSON.stringify(value)] }
        expect(refused(await post(path, { urls: [value] }))).toEqual([400, 'invalid_urls', details])
      }
    }
    expect((await post('/v1/batch', {})).body.error.code).toBe('invalid_urls')
  })

  test('the priority high for a batch below the plan pro', async () => {
    const { key } = await weir.user('starter')
    const body = { urls: many(1), ...quick, priority: 'high' }
    expect(refused(await post('/v1/batch', body, { key }))).toEqual([
      400,
      'invalid_options',
      { parameter: 'priority', requiredPlan: 'pro' },
    ])
    expect((await post('/v1/batch', body, { key: (await weir.user('pro')).key })).status).toBe(202)
    expect((await post('/v1/scrape', { urls: many(1), priority: 'high' }, { key })).status).toBe(202)
  })

  test('more than the credits of the account', async () => {
    const user = await weir.user('enterprise', { monthlyCredits: 2 })
    const answer = await post('/v1/batch', { urls: many(3), ...quick }, { key: user.key })
    expect(refused(answer)).toEqual([402, 'insufficient_credits', { required: 3, available: 2 }])
  })
})

describe('a scrape of several pages', () => {
  test('is a job whose results are the data of each page, in the order of the request', async () => {
    const urls = [page('/slow?ms=80'), page('/b'), dead]
    const answer = await post('/v1/scrape', { url: page('/ignored'), urls, retryCount: 0 })
    expect(answer.status).toBe(202)
    const { jobId, ...data } = answer.body.data
    expect(data).toEqual({
      status: 'queued',
      totalUrls: 3,
      estimatedCredits: 3,
      estimatedTime: expect.any(String),
      statusUrl: `/v1/jobs/${jobId}`,
      streamUrl: `/v1/jobs/${jobId}/stream`,
    })
    expect(await weir.ended(jobId, { key: me.key })).toMatchObject({
      type: 'scrape',
      status: 'completed',
      completed: 2,
      failed: 1,
      creditsUsed: 2,
    })
    const { results } = (await weir.get(`/v1/jobs/${jobId}/results`, { key: me.key })).body.data
    expect(results.map((entry: { url: string }) => entry.url)).toEqual(urls)
    expect(results[1]).toMatchObject({
      status: 'success',
      content: expect.stringContaining('# Page /b'),
      markdown: expect.stringContaining('# Page /b'),
      title: 'Page /b',
      description: 'About /b',
      scrapedAt: expect.any(String),
      wordCount: 6,
      metadata: { title: 'Page /b', statusCode: 200, creditsUsed: 1 },
    })
    expect(results[2]).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_url' },
      scrapedAt: expect.any(String),
      metadata: { statusCode: 0, error: results[2].error.message },
    })
    expect(asked.some(({ path }) => path === '/ignored')).toBe(false)
  })

  test.each([0, 3])(
    'retries a page %d times',
    async (retryCount) => {
      let connections = 0
      const open = () => {
        connections++
      }
      const data = (socket: { terminate(): void }) => socket.terminate()
      const broken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open, data } })
      const options = { urls: [`http://127.0.0.1:${broken.port}/`], delayBetweenRequests: 0, retryCount }
      const { body } = await post('/v1/scrape', options, { wait: 60 })
      broken.stop(true)
      expect([body.data.failed.length, connections]).toEqual([1, retryCount + 1])
    },
    60_000,
  )

  test('ignores any value of url', async () => {
    for (const url of [null, 5, 'not a url', 'ftp://127.0.0.1/'])
      expect((await post('/v1/scrape', { url, urls: [page('/a')] })).status).toBe(202)
  })

  test('refuses a wait that is too long, with the name that was used', async () => {
    const { status, body } = await post('/v1/scrape', { urls: [page('/a')], waitTime: 30_001 })
    expect([status, body.error.details.parameter]).toEqual([400, 'waitTime'])
  })

  test('accepts the options of batch', async () => {
    const options = { concurrency: 2, retryCount: 1, delayBetweenRequests: 0, priority: 'normal', waitTime: 500 }
    const answer = await post('/v1/scrape', { urls: [page('/a')], ...options })
    expect([answer.status, answer.body.warnings]).toEqual([202, undefined])
    expect((await weir.ended(answer.body.data.jobId, { key: me.key })).priority).toBe('medium')
    expect((await post('/v1/scrape', { url: page('/a'), priority: 'normal' })).status).toBe(400)
  })
})
