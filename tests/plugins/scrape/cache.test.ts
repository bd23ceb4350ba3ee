import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { reply } from 'weirjs'
import { ScrapeData } from '../../../plugins/scrape/schema.ts'
import { type Answer, startWeir } from '../../weir.ts'
import { openCachedSite } from './cached-site.ts'

const { weir, ann, site, serve, settings, page, scrape, isCached, close } = await openCachedSite()
afterAll(close)

describe('the same request again', () => {
  test('is answered from the cache, which the answer says, without a visit to the site', async () => {
    const { url, hits } = page()
    const before = Date.now()
    const first = await scrape({ url })
    const second = await scrape({ url })
    expect(first.body.data.metadata).not.toHaveProperty('cached')
    const { cached, cachedAt, ...metadata } = second.body.data.metadata
    expect([cached, hits()]).toEqual([true, 1])
    expect(cachedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(cachedAt)).toBeWithin(before, Date.now() + 1)
    expect({ ...second.body.data, metadata }).toEqual(first.body.data)
    expect(second.headers.get('content-type')).toContain('application/json')
    expect(second.headers.get('x-ratelimit-limit')).toBe(first.headers.get('x-ratelimit-limit'))
  })

  test('is answered in the same form from memory and from the store', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-cache-'))
    const { url, hits } = page({ html: '<title>T</title><p>Ä — 漢字 "quoted" \u2028 <a href="/x">link</a></p>' })
    const body = { url, formats: ['markdown', 'html', 'text', 'json', 'structured', 'links'] }
    const open = () => startWeir({ ...settings, WEIR_DATA_DIR: dataDir })
    const one = await open()
    const fetched = (await one.post('/v1/scrape', body)).body
    const unwritten = await one.post('/v1/scrape', body)
    await one.close()
    const { adminKey } = one
    // Answers that were not written yet when the service stopped are there after the next start.
    const two = await open()
    const stored = await two.post('/v1/scrape', body, { key: adminKey })
    const hot = await two.post('/v1/scrape', body, { key: adminKey })
    await two.close()
    rmSync(dataDir, { recursive: true })
    for (const answer of [unwritten, stored, hot]) {
      expect(answer.status).toBe(200)
      expect([...Value.Errors(reply(ScrapeData), answer.body)]).toEqual([])
      const { cached, cachedAt: _, ...metadata } = answer.body.data.metadata
      expect(cached).toBe(true)
      expect({ ...answer.body.data, metadata }).toEqual(fetched.data)
    }
    expect(hits()).toBe(1)
  })

  test('costs the same', async () => {
    const { url, hits } = page()
    const someone = await weir.user()
    const body = { url, formats: ['markdown', 'structured'] }
    const answers = [await scrape(body, someone), await scrape(body, someone)]
    expect(answers.map(({ body }) => body.data.metadata.creditsUsed)).toEqual([2, 2])
    const { data } = (await weir.get('/v1/users/usage', { key: someone.key })).body
    expect([data.creditsUsed, data.pagesScraped, hits()]).toEqual([4, 2, 1])
  })

  test('needs the credits for it', async () => {
    const { url } = page()
    await scrape({ url })
    const poor = await weir.user('enterprise', { monthlyCredits: 1 })
    expect(isCached(await scrape({ url }, poor))).toBe(true)
    const refused = await scrape({ url }, poor)
    expect([refused.status, refused.body.error.code, refused.body.data]).toEqual([
      402,
      'insufficient_credits',
      undefined,
    ])
  })

  test('has its own warnings', async () => {
    const { url } = page()
    await scrape({ url })
    const answer = await scrape({ url, formts: ['text'] })
    expect([isCached(answer), answer.body.warnings]).toEqual([true, ['unknown parameter: formts']])
  })

  test('is stored under its Idempotency-Key', async () => {
    const { url } = page()
    await scrape({ url })
    const someone = await weir.user('enterprise', { monthlyCredits: 1 })
    const ask = () => weir.post('/v1/scrape', { url }, { key: someone.key, headers: { 'idempotency-key': 'once' } })
    const [one, two] = [await ask(), await ask()]
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text])
  })

  test('may differ in its timeout, priority and age limit', async () => {
    const { url, hits } = page()
    await scrape({ url })
    for (const other of [{ timeout: 5000 }, { priority: 'high' }, { maxAge: 1 }, { maxAge: 0.001 }, { options: {} }])
      expect(isCached(await scrape({ url, ...other }))).toBe(true)
    expect(hits()).toBe(1)
  })

  test('in a job is answered from the cache too', async () => {
    const { url, hits } = page()
    await scrape({ url })
    const { jobId } = (await scrape({ urls: [url, url] })).body.data
    let results = []
    while (results.length < 2) {
      results = (await weir.get(`/v1/jobs/${jobId}/results`, { key: ann.key })).body.data.results
      await Bun.sleep(10)
    }
    expect(results.map(({ metadata }: Answer['body']) => [metadata.cached, metadata.creditsUsed])).toEqual([
      [true, 1],
      [true, 1],
    ])
    expect(hits()).toBe(1)
  })
})

describe('a request with maxAge 0', () => {
  test('gets the page as it is now, and replaces the answer for others', async () => {
    const { url, hits } = page()
    await scrape({ url })
    const fresh = await scrape({ url, maxAge: 0 })
    expect([isCached(fresh), hits()]).toEqual([false, 2])
    const later = await scrape({ url })
    expect(isCached(later)).toBe(true)
    expect(later.body.data.content).toContain('Visit 2')
  })

  test('replaces the answer in memory', async () => {
    const { url } = page()
    await scrape({ url })
    await Bun.sleep(50)
    expect(isCached(await scrape({ url }))).toBe(true)
    await scrape({ url, maxAge: 0 })
    await Bun.sleep(50)
    expect((await scrape({ url })).body.data.content).toContain('Visit 2')
  })
})

describe('the URL', () => {
  test('is the same in different spellings', async () => {
    const { url, path, hits } = page()
    await scrape({ url: `${url}?b=2&a=1` })
    const { host } = site.url
    for (const spelt of [
      `${url}?b=2&&a=1`,
      `${url}?b=2&a=1#part`,
      `${url}?utm_source=mail&b=2&a=1&gclid=x`,
      `HTTP://${host}/${path.slice(1).replace('p', '%70')}?b=%32&a=1`,
    ])
      expect(isCached(await scrape({ url: spelt }))).toBe(true)
    expect(hits()).toBe(1)
  })

  test('is different with another parameter', async () => {
    const { url, hits } = page()
    await scrape({ url: `${url}?a=1` })
    await scrape({ url: `${url}?a=2` })
    expect(hits()).toBe(2)
  })
})

test('an answer without metadata still has the result of the script, also from the cache', async () => {
  const { url } = page()
  for (const cached of [undefined, true]) {
    const { metadata } = (await scrape({ url, includeMetadata: false, executeJS: '1', engine: 'painter' })).body.data
    expect([metadata.title, metadata.executeJS, metadata.cached]).toEqual([undefined, 'done', cached])
  }
})

describe('a request with different options', () => {
  const other: [name: string, body: object][] = [
    ['formats', { formats: ['text'] }],
    ['the order of the formats, which determines the content', { formats: ['text', 'markdown'] }],
    ['main content', { onlyMainContent: true }],
    ['selectors', { includeTags: ['h1'] }],
    ['excluding selectors', { excludeTags: ['h1'] }],
    ['links', { includeLinks: false }],
    ['metadata', { includeMetadata: false }],
    ['the user agent', { userAgent: 'Somebody/1.0' }],
    ['a mobile device', { mobile: true }],
    ['the engine', { engine: 'painter' }],
    ['script', { javascript: true }],
    ['a header', { headers: { 'x-who': 'ann' } }],
    ['another value of the header', { headers: { 'x-who': 'ben' } }],
    ['the location', { location: { country: 'DE' } }],
    ['any certificate', { skipTlsVerification: true }],
    ['the proxy', { useProxy: true }],
  ]
  test('is fetched, and cached in addition to the others', async () => {
    const { url, hits } = page()
    await scrape({ url })
    for (const [i, [name, body]] of other.entries()) {
      expect([name, isCached(await scrape({ url, ...body }))]).toEqual([name, false])
      expect(hits()).toBe(i + 2)
      expect([name, isCached(await scrape({ url, ...body }))]).toEqual([name, true])
    }
  })
})

describe('an answer with the status', () => {
  test.each([401, 403, 408, 429, 500, 503])('%d is fetched again', async (status) => {
    const { url, hits } = page({ status })
    await scrape({ url })
    const again = await scrape({ url })
    expect([isCached(again), hits()]).toEqual([false, 2])
  })
  test.each([200, 203, 404, 410])('%d is cached', async (status) => {
    const { url, hits } = page({ status })
    await scrape({ url })
    const again = await scrape({ url })
    expect([isCached(again), again.body.data.metadata.statusCode, hits()]).toEqual([true, status, 1])
  })
  test('of a host that could not be reached is fetched again', async () => {
    const { url } = page()
    const gone = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: serve })
    const there = new URL(new URL(url).pathname, gone.url)
    gone.stop(true)
    expect((await scrape({ url: there.href })).body.error.code).toBe('invalid_url')
    const back = Bun.serve({ hostname: '127.0.0.1', port: Number(there.port), fetch: serve })
    expect((await scrape({ url: there.href })).status).toBe(200)
    back.stop(true)
  })
})

test('the cache logs no warnings', () => {
  expect(weir.log.filter((line) => / (warn|error) .*cache/i.test(line))).toEqual([])
})
