import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { reply } from 'weirjs'
import { ScrapeData } from '../../../plugins/scrape/schema.ts'
import { selfSigned } from '../../conformance/self-signed.ts'
import { startHttpProxy } from '../../core/proxy/proxies.ts'
import { type Answer, type Running, startWeir } from '../../weir.ts'

interface Served {
  status?: number
  headers?: Record<string, string>
  html?: string
}

/** A site whose pages say how often they were asked for, and with what. */
const pages = new Map<string, Served & { hits: number }>()
function serve(request: Request) {
  const path = new URL(request.url).pathname
  const page = pages.get(path)
  if (!page) return new Response('no such page', { status: 404 })
  page.hits++
  const seen = ['authorization', 'cookie', 'x-who', 'user-agent', 'accept-language']
  const told = seen.map((name) => `<p>${name}: ${request.headers.get(name) ?? 'none'}</p>`).join('')
  const html = page.html ?? `<title>A page</title><h1>Visit ${page.hits}</h1>${told}`
  return new Response(html, { status: page.status ?? 200, headers: { 'content-type': 'text/html', ...page.headers } })
}
const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: serve })
const secure = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: selfSigned, fetch: serve })

let made = 0
/** A page of its own for each test: its address, and how often it was asked for. */
function page(served: Served = {}, origin = site.url.origin) {
  const path = `/page${++made}`
  pages.set(path, { ...served, hits: 0 })
  return { url: `${origin}${path}`, path, hits: () => pages.get(path)!.hits }
}

let proxy: Awaited<ReturnType<typeof startHttpProxy>>
let weir: Running
let ann: { id: string; key: string }
let ben: { id: string; key: string }
const settings = () => ({
  WEIR_ENGINES: `lightweight,${join(import.meta.dir, 'fixtures/painter.ts')}`,
  WEIR_PROXIES: proxy.url.href,
})
beforeAll(async () => {
  proxy = await startHttpProxy()
  weir = await startWeir(settings())
  ann = await weir.user()
  ben = await weir.user()
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  secure.stop(true)
  proxy.stop()
})

const scrape = (body: object, { key } = ann) => weir.post('/v1/scrape', body, { key })
const isCached = ({ body }: Answer) => body.data.metadata.cached === true

describe('the same request again', () => {
  test('is answered from the cache, which it says, and the site is not asked', async () => {
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

  test('is answered in the same shape, whether it comes from memory or from the store', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-cache-'))
    const { url, hits } = page({ html: '<title>T</title><p>Ä — 漢字 "quoted" \u2028 <a href="/x">link</a></p>' })
    const body = { url, formats: ['markdown', 'html', 'text', 'json', 'structured', 'links'] }
    const open = () => startWeir({ ...settings(), WEIR_DATA_DIR: dataDir })
    const one = await open()
    const fetched = (await one.post('/v1/scrape', body)).body
    const unwritten = await one.post('/v1/scrape', body)
    await one.close()
    const { adminKey } = one
    // What was still to be written when the service stopped is there when it starts again.
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

  test('needs the credits that it costs', async () => {
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

  test('carries its warnings', async () => {
    const { url } = page()
    await scrape({ url })
    const answer = await scrape({ url, formts: ['text'] })
    expect([isCached(answer), answer.body.warnings]).toEqual([true, ['unknown parameter: formts']])
  })

  test('is kept for its Idempotency-Key', async () => {
    const { url } = page()
    await scrape({ url })
    const someone = await weir.user('enterprise', { monthlyCredits: 1 })
    const ask = () => weir.post('/v1/scrape', { url }, { key: someone.key, headers: { 'idempotency-key': 'once' } })
    const [one, two] = [await ask(), await ask()]
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text])
  })

  test('may differ in how long and how soon it wants to wait', async () => {
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
  test('gets the page as it is now, and others get that from then on', async () => {
    const { url, hits } = page()
    await scrape({ url })
    const fresh = await scrape({ url, maxAge: 0 })
    expect([isCached(fresh), hits()]).toEqual([false, 2])
    const later = await scrape({ url })
    expect(isCached(later)).toBe(true)
    expect(later.body.data.content).toContain('Visit 2')
  })

  test('replaces what was read into memory', async () => {
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
  test('is the same however it is spelt', async () => {
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

  test('is another with another parameter', async () => {
    const { url, hits } = page()
    await scrape({ url: `${url}?a=1` })
    await scrape({ url: `${url}?a=2` })
    expect(hits()).toBe(2)
  })
})

describe('what changes the answer', () => {
  const other: [name: string, body: object][] = [
    ['formats', { formats: ['text'] }],
    ['the order of the formats, which tells what content is', { formats: ['text', 'markdown'] }],
    ['main content', { onlyMainContent: true }],
    ['selectors', { includeTags: ['h1'] }],
    ['selectors that exclude', { excludeTags: ['h1'] }],
    ['links', { includeLinks: false }],
    ['metadata', { includeMetadata: false }],
    ['the user agent', { userAgent: 'Somebody/1.0' }],
    ['a mobile device', { mobile: true }],
    ['the engine', { engine: 'painter' }],
    ['script', { javascript: true }],
    ['a header', { headers: { 'x-who': 'ann' } }],
    ['another value of the header', { headers: { 'x-who': 'ben' } }],
    ['the place', { location: { country: 'DE' } }],
    ['another certificate', { skipTlsVerification: true }],
    ['the way', { useProxy: true }],
  ]
  test('is fetched anew, and kept beside the others', async () => {
    const { url, hits } = page()
    await scrape({ url })
    for (const [i, [name, body]] of other.entries()) {
      expect([name, isCached(await scrape({ url, ...body }))]).toEqual([name, false])
      expect(hits()).toBe(i + 2)
      expect([name, isCached(await scrape({ url, ...body }))]).toEqual([name, true])
    }
  })
})

describe('accounts share the answer to a request', () => {
  test('that tells nothing of who makes it', async () => {
    const { url, hits } = page({ headers: { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' } })
    const first = await scrape({ url }, ann)
    const second = await scrape({ url }, ben)
    expect([isCached(second), hits()]).toEqual([true, 1])
    expect(second.body.data.content).toBe(first.body.data.content)
  })

  test('with the same user agent', async () => {
    const { url, hits } = page()
    await scrape({ url, userAgent: 'Somebody/1.0' }, ann)
    const plain = await scrape({ url }, ben)
    expect([isCached(plain), plain.body.data.content.includes('Somebody')]).toEqual([false, false])
    expect([isCached(await scrape({ url, userAgent: 'Somebody/1.0' }, ben)), hits()]).toEqual([true, 2])
  })

  test('after redirects that set no cookie', async () => {
    const target = page()
    const { url, hits } = page({ status: 302, headers: { location: target.url } })
    await scrape({ url }, ann)
    expect([isCached(await scrape({ url }, ben)), hits(), target.hits()]).toEqual([true, 1, 1])
  })
})

describe('an account alone is given the answer to a request with', () => {
  const personal: [what: string, body: object][] = [
    ['a bearer token', { authentication: { type: 'bearer', token: 'secret-of-ann' } }],
    ['a password', { authentication: { username: 'ann', password: 'secret' } }],
    ['an Authorization header', { headers: { Authorization: 'Bearer secret-of-ann' } }],
    ['a cookie', { headers: { cookie: 'session=ann' } }],
    ['a header of its own', { headers: { 'x-who': 'ann' } }],
    ['a harmless header', { headers: { accept: 'text/html' } }],
    ['a place', { location: { languages: ['de-AT'] } }],
    ['skipTlsVerification', { skipTlsVerification: true }],
    ['useProxy', { useProxy: true }],
    ['actions', { actions: [{ type: 'wait', milliseconds: 1 }] }],
    ['executeJS', { executeJS: '1' }],
  ]
  test.each(personal)('%s', async (_, body) => {
    const { url, hits } = page()
    const first = await scrape({ url, ...body }, ann)
    expect(first.status).toBe(200)
    const plain = await scrape({ url }, ben)
    expect([isCached(plain), hits()]).toEqual([false, 2])
    expect(plain.body.data.content).not.toMatch(/ann|de-AT/)
    const same = await scrape({ url, ...body }, ben)
    expect([isCached(same), hits()]).toEqual([false, 3])
    const own = await scrape({ url, ...body }, ann)
    expect([isCached(own), hits()]).toEqual([true, 3])
    expect(own.body.data.content).toBe(first.body.data.content)
  })

  test('any certificate: another is told that it is not trusted', async () => {
    const { url, hits } = page({}, secure.url.origin)
    expect((await scrape({ url, skipTlsVerification: true }, ann)).status).toBe(200)
    for (const who of [ann, ben]) {
      const { status, body } = await scrape({ url }, who)
      expect([status, body.error?.details.reason]).toEqual([400, 'tls'])
    }
    expect(hits()).toBe(1)
  })
})

describe('an account alone is given an answer', () => {
  const marked: [what: string, headers: Record<string, string>][] = [
    ['that sets a cookie', { 'set-cookie': 'who=ann; Path=/' }],
    ['marked private', { 'cache-control': 'private' }],
    ['marked private among others', { 'cache-control': 'max-age=60, PRIVATE' }],
    ['marked private for a field', { 'cache-control': 'private="set-cookie", max-age=60' }],
    ['marked private the wrong way', { 'cache-control': 'max-age=60;private' }],
    ['marked no-store', { 'cache-control': 'no-store' }],
    ['that varies by the cookie', { vary: 'Accept-Encoding, Cookie' }],
    ['that varies by the credentials', { vary: 'authorization' }],
    ['that varies by anything', { vary: '*' }],
  ]
  const isOnlyFor = async (url: string, hits: () => number) => {
    await scrape({ url }, ann)
    expect([isCached(await scrape({ url }, ben)), hits()]).toEqual([false, 2])
    const own = [await scrape({ url }, ann), await scrape({ url }, ben)]
    expect([...own.map(isCached), hits()]).toEqual([true, true, 2])
    expect(own.map(({ body }) => body.data.content.match(/Visit \d/)[0])).toEqual(['Visit 1', 'Visit 2'])
  }
  test.each(marked)('%s', async (_, headers) => {
    const { url, hits } = page({ headers })
    await isOnlyFor(url, hits)
  })
  test.each(marked)('%s on a redirect to it', async (_, headers) => {
    const target = page()
    const { url, hits } = page({ status: 302, headers: { location: target.url, ...headers } })
    await isOnlyFor(url, hits)
  })
  test.each(marked)('%s after a redirect', async (_, headers) => {
    const target = page({ headers })
    const { url, hits } = page({ status: 302, headers: { location: target.url } })
    await isOnlyFor(url, hits)
  })

  test.each(['#token=of-ann', '?mc_eid=ann'])('whose URL may name its visitor: %s', async (tail) => {
    const { url, hits } = page()
    await scrape({ url: url + tail }, ann)
    expect([isCached(await scrape({ url: url + tail }, ann)), hits()]).toEqual([true, 1])
    const other = await scrape({ url }, ben)
    expect([isCached(other), hits()]).toEqual([false, 2])
    expect(other.text).not.toContain('ann')
    // The other way there is nothing to be told.
    const third = await weir.user()
    expect([isCached(await scrape({ url: url + tail }, third)), hits()]).toEqual([true, 2])
  })
})

describe('the status', () => {
  test.each([401, 403, 408, 429, 500, 503])('%d is asked for again', async (status) => {
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
  test('of a host that could not be reached is asked for again', async () => {
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

describe('the files of a cached answer', () => {
  test('become those of the account that asks', async () => {
    const { url, hits } = page()
    const body = { url: `${url}?x=1`, formats: ['markdown', 'screenshot', 'pdf'] }
    const first = (await scrape(body, ann)).body.data
    // Not yet written, then written.
    for (let i = 0; i < 2; i++) {
      const { data } = (await scrape(body, ben)).body
      expect([data.metadata.cached, data.metadata.creditsUsed, hits()]).toEqual([true, 3, 1])
      expect(data.files.map(({ type }: Answer['body']) => type)).toEqual(['screenshot', 'pdf'])
      for (const [n, { id, type, size, mediaType }] of data.files.entries()) {
        expect(id).not.toBe(first.files[n].id)
        const own = await weir.get(`/v1/files/${id}`, { key: ben.key })
        expect([own.status, own.text, own.headers.get('content-type')]).toEqual([
          200,
          `${type === 'pdf' ? 'A print' : 'A picture'} of ?x=1`,
          mediaType,
        ])
        expect(size).toBe(own.text.length)
        expect((await weir.get(`/v1/files/${id}`, { key: ann.key })).status).toBe(404)
        expect((await weir.get(`/v1/files/${first.files[n].id}`, { key: ben.key })).status).toBe(404)
      }
      await Bun.sleep(100)
    }
  })

  test('are not charged for without credits, nor given', async () => {
    const { url } = page()
    const body = { url, formats: ['screenshot'] }
    await scrape(body)
    const poor = await weir.user('enterprise', { monthlyCredits: 1 })
    const { status, body: answer } = await scrape(body, poor)
    expect([status, answer.error.details]).toEqual([402, { required: 2, available: 1 }])
  })
})

test('nothing of it is told in the log', () => {
  expect(weir.log.filter((line) => / (warn|error) .*cache/i.test(line))).toEqual([])
})
