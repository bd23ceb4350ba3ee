import { afterAll, describe, expect, test } from 'bun:test'
import type { Answer } from '../../weir.ts'
import { openCachedSite } from './cached-site.ts'

const { weir, ann, ben, secure, page, scrape, isCached, close } = await openCachedSite()
afterAll(close)

describe('accounts share the answer to a request', () => {
  test('that contains nothing about the caller', async () => {
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

describe('an answer is only for its own account after a request with', () => {
  const personal: [what: string, body: object][] = [
    ['a bearer token', { authentication: { type: 'bearer', token: 'secret-of-ann' } }],
    ['a password', { authentication: { username: 'ann', password: 'secret' } }],
    ['an Authorization header', { headers: { Authorization: 'Bearer secret-of-ann' } }],
    ['a cookie', { headers: { cookie: 'session=ann' } }],
    ['a custom header', { headers: { 'x-who': 'ann' } }],
    ['a harmless header', { headers: { accept: 'text/html' } }],
    ['a location', { location: { languages: ['de-AT'] } }],
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

  test('any certificate: the other account gets the error that it is not trusted', async () => {
    const { url, hits } = page({}, secure.url.origin)
    expect((await scrape({ url, skipTlsVerification: true }, ann)).status).toBe(200)
    for (const who of [ann, ben]) {
      const { status, body } = await scrape({ url }, who)
      expect([status, body.error?.details.reason]).toEqual([400, 'tls'])
    }
    expect(hits()).toBe(1)
  })
})

describe('an answer is only for its own account if it is one', () => {
  const marked: [what: string, headers: Record<string, string>][] = [
    ['that sets a cookie', { 'set-cookie': 'who=ann; Path=/' }],
    ['marked private', { 'cache-control': 'private' }],
    ['marked private among others', { 'cache-control': 'max-age=60, PRIVATE' }],
    ['marked private for a field', { 'cache-control': 'private="set-cookie", max-age=60' }],
    ['marked private with the wrong separator', { 'cache-control': 'max-age=60;private' }],
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

  test.each(['#token=of-ann', '?mc_eid=ann'])('whose URL may identify its visitor: %s', async (tail) => {
    const { url, hits } = page()
    await scrape({ url: url + tail }, ann)
    expect([isCached(await scrape({ url: url + tail }, ann)), hits()]).toEqual([true, 1])
    const other = await scrape({ url }, ben)
    expect([isCached(other), hits()]).toEqual([false, 2])
    expect(other.text).not.toContain('ann')
    // In the other direction there is nothing to leak.
    const third = await weir.user()
    expect([isCached(await scrape({ url: url + tail }, third)), hits()]).toEqual([true, 2])
  })
})

describe('the files of a cached answer', () => {
  test('are copied to the account that requests it', async () => {
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

  test('are neither charged nor returned without credits', async () => {
    const { url } = page()
    const body = { url, formats: ['screenshot'] }
    await scrape(body)
    const poor = await weir.user('enterprise', { monthlyCredits: 1 })
    const { status, body: answer } = await scrape(body, poor)
    expect([status, answer.error.details]).toEqual([402, { required: 2, available: 1 }])
  })
})

test('the cache logs no warnings', () => {
  expect(weir.log.filter((line) => / (warn|error) .*cache/i.test(line))).toEqual([])
})
