import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createSearxng } from '../../../plugins/search/providers/searxng.ts'
import { type Running, startWeir } from '../../weir.ts'
import { braveAnswer, braveResult, searxngAnswer, searxngResult, startPeer } from './peers.ts'

const searxng = startPeer()
const brave = startPeer()
let weir: Running
beforeAll(async () => {
  weir = await startWeir({
    WEIR_SEARXNG_URL: `${searxng.url}/searx/`,
    WEIR_BRAVE_URL: brave.url,
    WEIR_BRAVE_API_KEY: 'secret-key',
    WEIR_ENGINES: 'lightweight',
  })
})
afterAll(async () => {
  await weir.close()
  searxng.stop()
  brave.stop()
})

const page = (n: number) => searxngResult(`https://example.com/${n}`, `Page ${n}`, `About ${n}`)
const pages = (from: number, count: number) => Array.from({ length: count }, (_, i) => page(from + i))
/** A search of a new account, and its price. */
async function search(body: object) {
  const { key } = await weir.user('pro')
  const answer = await weir.post('/v1/search', body, { key })
  const { used } = (await weir.get('/v1/users/profile', { key })).body.data.credits
  return { ...answer, used }
}

describe('searxng', () => {
  test('is asked for JSON below its base address, page by page until there are enough results', async () => {
    searxng.answers(({ searchParams }) => searxngAnswer('tea', pages(10 * Number(searchParams.get('pageno')), 10)))
    const { status, body, used } = await search({ query: 'tea & "milk"', limit: 15, language: 'pt', country: 'br' })
    expect(status).toBe(200)
    expect(searxng.asked.map(({ url }) => url.pathname)).toEqual(['/searx/search', '/searx/search'])
    expect(Object.fromEntries(searxng.asked[1]!.url.searchParams)).toEqual({
      q: 'tea & "milk"',
      format: 'json',
      language: 'pt-BR',
      pageno: '2',
    })
    expect(body.data.results).toHaveLength(15)
    expect(body.data.results[0]).toEqual({
      position: 1,
      title: 'Page 10',
      link: 'https://example.com/10',
      snippet: 'About 10',
      displayLink: 'example.com',
    })
    expect(body.data).toMatchObject({
      query: 'tea & "milk"',
      totalResults: 15,
      creditsUsed: 1,
      metadata: { provider: 'searxng', degraded: false, silent: [] },
    })
    expect(used).toBe(1)
  })

  test.each([
    [{}, 'all'],
    [{ language: 'de' }, 'de'],
    [{ language: 'en-GB' }, 'en-GB'],
    [{ country: 'at' }, 'de-AT'],
    [{ language: 'en-GB', country: 'US' }, 'en-US'],
    [{ language: 'zh-Hant' }, 'zh-TW'],
    [{ language: 'zh-Hans' }, 'zh-CN'],
  ])('%j is the locale %s', async (about, locale) => {
    searxng.answers(() => searxngAnswer('tea', pages(1, 1)))
    await search({ query: 'tea', limit: 1, ...about })
    expect(searxng.asked[0]?.url.searchParams.get('language')).toBe(locale)
  })

  test('is not asked for more after a page without new results', async () => {
    searxng.answers(() => searxngAnswer('tea', pages(1, 3)))
    expect((await search({ query: 'tea', limit: 20 })).body.data.results).toHaveLength(3)
    expect(searxng.asked).toHaveLength(2)
  })

  test('is asked for more as long as a page has anything new', async () => {
    searxng.answers(({ searchParams }) => searxngAnswer('tea', [page(0), page(Number(searchParams.get('pageno')))]))
    const { body } = await search({ query: 'tea', limit: 20 })
    expect([body.data.results.length, searxng.asked.length]).toEqual([20, 19])
  })

  test('gives the results of the first pages if there is no time for more', async () => {
    searxng.answers(async ({ searchParams }) => {
      if (searchParams.get('pageno') === '3') await Bun.sleep(5000)
      return searxngAnswer('tea', [page(Number(searchParams.get('pageno')))])
    })
    const provider = createSearxng({ searxngUrl: searxng.url, braveUrl: '' }, {
      operatorFetch: () => fetch,
      clock: Date,
    } as never)
    const query = { text: 'tea', limit: 20, source: 'web' } as Parameters<typeof provider.search>[0]
    const { hits } = await provider.search(query, AbortSignal.timeout(500))
    expect(hits.map(({ title }) => title)).toEqual(['Page 1', 'Page 2'])
    const gone = new AbortController()
    setTimeout(() => gone.abort(), 200)
    await expect(provider.search(query, gone.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('gives each page once, whatever the spelling of its address, and none that cannot be fetched', async () => {
    searxng.answers(() =>
      searxngAnswer('tea', [
        searxngResult('https://example.com/a?utm_source=x&b=2&a=1', 'First', ''),
        searxngResult('http://EXAMPLE.com:80/a/?a=1&b=2#part', 'Again', 'said here'),
        searxngResult('javascript:alert(1)', 'No address'),
        searxngResult('https://user:secret@example.com/', 'With a password'),
        searxngResult('magnet:?xt=1', 'No page'),
      ]),
    )
    expect((await search({ query: 'tea' })).body.data.results).toEqual([
      expect.objectContaining({ title: 'First', snippet: 'said here' }),
    ])
  })

  test('gives two pages even if they have the same picture', async () => {
    const pictured = (n: number) => ({ ...page(n), img_src: 'https://example.com/logo.png' })
    searxng.answers(() => searxngAnswer('tea', [pictured(1), pictured(2)]))
    expect((await search({ query: 'tea' })).body.data.results).toHaveLength(2)
  })

  test('gives titles and snippets as plain text', async () => {
    searxng.answers(() =>
      searxngAnswer('tea', [
        searxngResult('https://example.com/', 'Tea &amp; <b>milk</b>', 'a\n\u0007 1 &lt; 2 <em>b</em>'),
      ]),
    )
    expect((await search({ query: 'tea' })).body.data.results[0]).toMatchObject({
      title: 'Tea & milk',
      snippet: 'a 1 < 2 b',
    })
  })

  test('may give no results', async () => {
    searxng.answers(() => searxngAnswer('tea', []))
    const { status, body } = await search({ query: 'tea', provider: 'searxng' })
    expect([status, body.data.results, body.data.metadata.degraded]).toEqual([200, [], false])
  })

  test('reports the engines that did not answer, with the results of the others', async () => {
    searxng.answers(() => searxngAnswer('tea', pages(1, 2), [['google', 'Suspended: too many requests']]))
    const { body } = await search({ query: 'tea', limit: 2 })
    expect(body.data.metadata).toEqual({
      provider: 'searxng',
      degraded: true,
      silent: [{ name: 'google', reason: 'Suspended: too many requests' }],
    })
    expect(body.warnings).toEqual([expect.stringContaining('google (Suspended: too many requests)')])
  })

  test('may send very many results and engines, of which the first are read', async () => {
    const results = Array.from({ length: 2000 }, (_, i) =>
      searxngResult(i < 1000 ? 'ftp://a.example' : `http://a.example/${i}`, 'A'),
    )
    const silent = Array.from({ length: 2000 }, (_, i): [string, string] => [`engine ${i}`, 'no'])
    searxng.answers(() => searxngAnswer('tea', [searxngResult('http://a.example/', 'A'), ...results], silent))
    const { body } = await search({ query: 'tea', limit: 10, provider: 'searxng' })
    expect([body.data.results.length, body.data.metadata.silent.length]).toEqual([1, 500])
  })

  test.each<[string, () => Response, object, string]>([
    [
      'suspended engines',
      () => searxngAnswer('tea', [], [['google', 'Suspended: CAPTCHA']]),
      { reason: 'degraded', silent: [{ name: 'google', reason: 'Suspended: CAPTCHA' }] },
      'google (Suspended: CAPTCHA)',
    ],
    [
      'settings without JSON',
      () => new Response('<!doctype html>403 Forbidden', { status: 403 }),
      { reason: 'json_not_allowed', status: 403 },
      '`json` to `search.formats`',
    ],
    ['a failure', () => new Response('oops', { status: 500 }), { reason: 'status', status: 500 }, 'responded with 500'],
    ['a web page', () => new Response('<html>'), { reason: 'malformed_response' }, 'WEIR_SEARXNG_URL'],
    [
      'other results',
      () => Response.json({ results: [1, 'a', []] }),
      { reason: 'malformed_response' },
      'SearXNG protocol',
    ],
    ['other JSON', () => Response.json([1]), { reason: 'malformed_response' }, 'WEIR_SEARXNG_URL'],
    [
      'an endless answer',
      () => new Response(new Uint8Array(5 * 1024 * 1024)),
      { reason: 'too_large' },
      'could not be reached',
    ],
  ])('%s: search_failed, with the reason, at no cost', async (_, answer, details, message) => {
    searxng.answers(answer)
    const { status, body, used } = await search({ query: 'tea', provider: 'searxng' })
    expect([status, body.error.code, used]).toEqual([500, 'search_failed', 0])
    expect(body.error.details).toMatchObject({ provider: 'searxng', ...details })
    expect(body.error.message).toContain(message)
    expect(JSON.stringify(body)).not.toContain(searxng.url)
  })

  test('is not asked again before its Retry-After, which the answer has too', async () => {
    searxng.answers(() => new Response('slow down', { status: 429, headers: { 'retry-after': '2' } }))
    const first = await search({ query: 'tea', provider: 'searxng' })
    const second = await search({ query: 'tea', provider: 'searxng' })
    expect([first, second].map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [500, '2'],
      // Whole seconds from now.
      [500, expect.stringMatching(/^[12]$/)],
    ])
    expect(second.body.error.details.reason).toBe('rate_limited')
    expect(searxng.asked).toHaveLength(1)
    await Bun.sleep(2100)
    searxng.answers(() => searxngAnswer('tea', pages(1, 1)))
    expect((await search({ query: 'tea', provider: 'searxng' })).status).toBe(200)
  })

  test.each([
    ['searxng', () => searxng],
    ['brave', () => brave],
  ] as const)('%s is not asked before the Retry-After of a 503', async (provider, peerOf) => {
    const peer = peerOf()
    peer.answers(() => new Response('down', { status: 503, headers: { 'retry-after': '2' } }))
    const answers = [await search({ query: 'tea', provider }), await search({ query: 'tea', provider })]
    expect(answers.map(({ body, headers }) => [body.error.details.reason, headers.get('retry-after')])).toEqual([
      ['status', '2'],
      ['status', expect.stringMatching(/^[12]$/)],
    ])
    expect(peer.asked).toHaveLength(1)
    await Bun.sleep(2100)
  })
})

describe('brave', () => {
  const ask = (body: object) => search({ provider: 'alternative_provider', ...body })

  test('is asked with its key, and its results are shown', async () => {
    brave.answers(() =>
      braveAnswer('tea', [braveResult('https://example.com/a', 'A &amp; b', 'About <strong>tea</strong>')]),
    )
    const { status, body, used } = await ask({ query: 'tea', limit: 3, country: 'de', language: 'de' })
    expect([status, used]).toEqual([200, 1])
    expect(body.data.results).toEqual([
      {
        position: 1,
        title: 'A & b',
        link: 'https://example.com/a',
        snippet: 'About tea',
        displayLink: 'example.com',
        publishedAt: '2026-01-15T00:00:00.000Z',
      },
    ])
    const [asked] = brave.asked
    expect(asked?.headers.get('x-subscription-token')).toBe('secret-key')
    expect(asked?.url.pathname).toBe('/res/v1/web/search')
    expect(Object.fromEntries(asked!.url.searchParams)).toEqual({
      q: 'tea',
      count: '3',
      text_decorations: 'false',
      result_filter: 'web',
      country: 'DE',
      search_lang: 'de',
    })
  })

  test.each([
    [{ language: 'ja' }, ['jp', null]],
    [{ language: 'zh' }, ['zh-hans', null]],
    [{ language: 'zh-TW' }, ['zh-hant', null]],
    [{ language: 'pt', country: 'BR' }, ['pt-br', 'BR']],
    [{ language: 'pt' }, ['pt-br', null]],
    [{ language: 'pt-PT' }, ['pt-pt', null]],
    [{ language: 'en-GB' }, ['en-gb', null]],
    [{ language: 'no' }, ['nb', null]],
    [{ language: 'sw' }, [null, null]],
    [{ country: 'UA' }, [null, 'ALL']],
  ])('%j: language and country are %j', async (about, expected) => {
    brave.answers(() => braveAnswer('tea', []))
    const { body } = await ask({ query: 'tea', ...about })
    const { searchParams } = brave.asked[0]!.url
    expect([searchParams.get('search_lang'), searchParams.get('country')]).toEqual(expected)
    expect(body.warnings?.length ?? 0).toBe(expected[0] === null && expected[1] !== 'BR' ? 1 : 0)
  })

  test.each([
    ['ninety words', Array.from({ length: 90 }, (_, i) => `w${i}`).join(' '), 'w0 w1', 50],
    ['a second word beyond 400 characters', `${'w'.repeat(395)} fives`, 'w'.repeat(395), 1],
    ['a word of 401 characters', 'w'.repeat(401), 'w'.repeat(400), 1],
  ])('gets a query that is too long cut between words, with a warning: %s', async (_, query, first, count) => {
    brave.answers(() => braveAnswer('tea', []))
    const { status, body } = await ask({ query })
    const asked = brave.asked.at(-1)!.url.searchParams.get('q')!
    const words = asked.split(' ')
    expect([status, words.slice(0, 2).join(' '), words.length, query.startsWith(asked)]).toEqual([
      200,
      first,
      count,
      true,
    ])
    expect(body.warnings).toEqual([expect.stringContaining('the query was cut')])
  })

  test('gets a query of 400 characters in full', async () => {
    brave.answers(() => braveAnswer('tea', []))
    const query = `${'w'.repeat(395)} four`
    const { body } = await ask({ query })
    expect([brave.asked.at(-1)!.url.searchParams.get('q'), body.warnings]).toEqual([query, undefined])
  })

  test('has no results if the answer has no `web`', async () => {
    brave.answers(() => braveAnswer('tea', []))
    const { status, body } = await ask({ query: 'tea' })
    expect([status, body.data.results]).toEqual([200, []])
  })

  test.each<[string, () => Response, string]>([
    [
      'a bad key',
      () =>
        Response.json(
          { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 } },
          { status: 422 },
        ),
      'unauthorized',
    ],
    ['a failure', () => Response.json({ type: 'ErrorResponse' }, { status: 500 }), 'status'],
    ['something else', () => Response.json({ type: 'images' }), 'malformed_response'],
    ['other results', () => Response.json({ type: 'search', web: { results: ['a'] } }), 'malformed_response'],
  ])('%s: search_failed, at no cost', async (_, answer, reason) => {
    brave.answers(answer)
    const { status, body, used } = await ask({ query: 'tea' })
    expect([status, body.error.code, body.error.details.reason, used]).toEqual([500, 'search_failed', reason, 0])
    expect(JSON.stringify(body)).not.toContain('secret-key')
  })

  test('has the Retry-After of the longest window that is used up', async () => {
    brave.answers(() =>
      Response.json(
        { type: 'ErrorResponse', error: { code: 'RATE_LIMITED', status: 429 } },
        { status: 429, headers: { 'x-ratelimit-remaining': '0, 12000', 'x-ratelimit-reset': '1, 1419704' } },
      ),
    )
    const { body, headers } = await ask({ query: 'tea' })
    expect([body.error.details.reason, headers.get('retry-after')]).toEqual(['rate_limited', '1'])
  })
})
