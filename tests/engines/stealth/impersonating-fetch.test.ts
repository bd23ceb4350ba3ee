import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEgress, type PageRequest } from 'weirjs'
import { fetchPlainly, impersonatingFetch } from '../../../engines/stealth/impersonating-fetch.ts'
import { rejection } from '../playwright/open-engine.ts'

/** The answers by path. */
const answers: Record<string, () => Response> = {
  '/': () => new Response('<p>Home</p>', { headers: { 'content-type': 'text/html', 'set-cookie': 'visit=1' } }),
  '/coded': () =>
    new Response(Bun.gzipSync(Buffer.from('<p>Coded</p>')), {
      status: 404,
      headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
    }),
  '/large': () => new Response('x'.repeat(2000)),
  '/loop': () => new Response(null, { status: 307, headers: { location: '/loop' } }),
  '/mail': () => new Response(null, { status: 302, headers: { location: 'mailto:a@a.test' } }),
  '/nowhere': () => new Response('no location', { status: 302 }),
}
for (const status of [301, 302, 303, 307, 308])
  answers[`/moved/${status}`] = () =>
    new Response('moved', { status, headers: { location: ' /coded ', 'set-cookie': `from=${status}; Path=/` } })

const asked: { path: string; headers: Headers }[] = []
const serve = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url, headers }) {
      const { pathname, searchParams } = new URL(url)
      asked.push({ path: pathname, headers })
      const to = searchParams.get('to')
      if (to) return new Response(null, { status: 302, headers: { location: to } })
      return answers[pathname]!()
    },
  })
let site: ReturnType<typeof serve>
let other: ReturnType<typeof serve>
const egress = createEgress({ allow: '127.0.0.1' })
beforeAll(() => {
  site = serve()
  other = serve()
})
afterAll(async () => {
  site.stop(true)
  other.stop(true)
  await egress.close()
})

const get = (path: string, more: Partial<PageRequest> = {}, signal = new AbortController().signal) => {
  asked.length = 0
  const url = new URL(path, site.url)
  return impersonatingFetch({ url, timeout: 5000, maxBytes: 1000, ...more }, { kit: egress, signal })
}
const text = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)

describe('a page', () => {
  test('is given with its answer, decoded', async () => {
    const home = await get('/')
    expect([home.url.pathname, home.status, text(home), home.trace, home.redirectHeaders, home.exchanges]).toEqual([
      '/',
      200,
      '<p>Home</p>',
      [],
      [],
      undefined,
    ])
    const coded = await get('/coded')
    expect([coded.status, text(coded)]).toEqual([404, '<p>Coded</p>'])
    expect(['content-encoding', 'content-length'].map((name) => coded.headers.get(name))).toEqual([null, null])
  })

  test('is requested as the newest Chrome requests it', async () => {
    await get('/')
    const { headers } = asked[0]!
    expect(headers.get('user-agent')).toMatch(/^Mozilla\/5\.0 .* Chrome\/1\d\d\.0\.0\.0 Safari\/537\.36$/)
    expect(headers.get('sec-ch-ua-mobile')).toBe('?0')
    // Those of the browser, and not those of the engine without a browser.
    expect(headers.get('accept')).toContain('image/apng')
    await get('/', { mobile: true })
    const phone = asked[0]!.headers
    expect(phone.get('user-agent')).toContain('Android 10; K')
    expect([phone.get('sec-ch-ua-mobile'), phone.get('sec-ch-ua-platform')]).toEqual(['?1', '"Android"'])
  })

  test('is requested with the headers that the caller may set', async () => {
    const headers = new Headers({ 'x-key': 'k', connection: 'close' })
    const authentication = { type: 'bearer' as const, token: 't' }
    await get('/', { headers, userAgent: 'Mine/1', location: { country: 'DE' } as never, authentication })
    const sent = asked[0]!.headers
    expect([sent.get('x-key'), sent.get('user-agent')]).toEqual(['k', 'Mine/1'])
    expect(sent.get('accept-language')).toStartWith('de')
    expect(sent.get('authorization')).toBe('Bearer t')
  })
})

describe('redirects', () => {
  test('are followed for each of their statuses, reported in the trace, and keep cookies', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const page = await get(`/moved/${status}`)
      expect([page.url.pathname, page.status, text(page)]).toEqual(['/coded', 404, '<p>Coded</p>'])
      expect(page.trace).toEqual([
        {
          engine: 'stealth',
          url: `${site.url.origin}/moved/${status}`,
          status,
          reason: 'redirect',
          ms: expect.any(Number),
        },
      ])
      expect(page.redirectHeaders?.map((headers) => headers.get('set-cookie'))).toEqual([`from=${status}; Path=/`])
      expect(asked.map(({ headers }) => headers.get('cookie'))).toEqual([null, `from=${status}`])
    }
  })

  test('take credentials of the caller to no other origin', async () => {
    const headers = new Headers({ 'x-key': 'k', 'accept-language': 'de' })
    await get(`/?to=${encodeURIComponent(other.url.href)}`, { headers })
    expect(asked.map(({ headers }) => [headers.get('x-key'), headers.get('accept-language')])).toEqual([
      ['k', 'de'],
      [null, 'de'],
    ])
  })

  test('are pages if they may not be followed', async () => {
    const targets: string[] = []
    const page = await get('/moved/302', { mayFollow: (target) => targets.push(target.pathname) < 1 })
    expect([page.url.pathname, page.status, text(page), page.trace]).toEqual(['/moved/302', 302, 'moved', []])
    expect([targets, asked.length]).toEqual([['/coded'], 1])
  })

  test('without a location are pages', async () => expect(text(await get('/nowhere'))).toBe('no location'))

  test('end after ten, and lead only to HTTP addresses', async () => {
    expect(await rejection(get('/loop'))).toMatchObject({ details: { reason: 'too_many_redirects' } })
    expect(asked).toHaveLength(11)
    expect(await rejection(get('/mail'))).toMatchObject({
      message: 'A redirect was not followed: Only http and https URLs are fetched',
      details: { reason: 'unsupported_scheme' },
    })
  })

  test('are kept with the page if the caller wants all exchanges', async () => {
    const { exchanges } = await get('/moved/302', { keepExchanges: true })
    const told = exchanges?.map(({ url, head, body, isCut }) => {
      const [status] = new TextDecoder().decode(head).split('\r\n')
      return [url.pathname, status, new TextDecoder().decode(body), isCut]
    })
    expect(told).toEqual([
      ['/moved/302', expect.stringContaining(' 302'), '', true],
      ['/coded', expect.stringContaining(' 404'), '<p>Coded</p>', false],
    ])
  })
})

test('the proxy of a page is closed with it, whether it was fetched or not', async () => {
  let open = 0
  const proxy = async (...given: Parameters<typeof egress.proxy>) => {
    const made = await egress.proxy(...given)
    const { close } = made
    open++
    return Object.assign(made, {
      close() {
        open--
        close.call(made)
      },
    })
  }
  const { signal } = new AbortController()
  for (const path of ['/', '/loop']) {
    const request = { url: new URL(path, site.url), timeout: 5000, maxBytes: 1000 }
    await impersonatingFetch(request, { kit: { fetch: egress.fetch, proxy }, signal }).catch(() => {})
    expect(open).toBe(0)
  }
})

test('without the client, a page is fetched by the same kind of visitor, with its redirects', async () => {
  asked.length = 0
  const request = { url: new URL('/moved/302', site.url), timeout: 5000, maxBytes: 1000, keepExchanges: true }
  const { signal } = new AbortController()
  const page = await fetchPlainly(request, { kit: egress, signal })
  expect([page.url.pathname, page.status, text(page)]).toEqual(['/coded', 404, '<p>Coded</p>'])
  expect(page.redirectHeaders?.map((headers) => headers.get('set-cookie'))).toEqual(['from=302; Path=/'])
  expect(page.trace?.map(({ engine, status, reason }) => [engine, status, reason])).toEqual([
    ['stealth', 302, 'redirect'],
  ])
  expect(page.exchanges?.map(({ url }) => url.pathname)).toEqual(['/moved/302', '/coded'])
  await fetchPlainly({ ...request, mobile: true }, { kit: egress, signal })
  await fetchPlainly({ ...request, mobile: true, userAgent: 'Mine/1' }, { kit: egress, signal })
  const agents = asked.filter(({ path }) => path === '/coded').map(({ headers }) => headers.get('user-agent'))
  expect(agents).toEqual([
    expect.stringMatching(/Windows.* Chrome\/.* Safari/),
    expect.stringMatching(/Android.* Chrome\/.* Mobile Safari/),
    'Mine/1',
  ])
})

describe('reports like the plain fetch', () => {
  test('a page that is larger than allowed', async () =>
    expect(await rejection(get('/large'))).toMatchObject({ details: { reason: 'too_large' } }))

  test('a forbidden address, also after a redirect', async () => {
    expect(await rejection(get('http://127.0.0.2:1/'))).toMatchObject({ details: { reason: 'forbidden_address' } })
    expect(await rejection(get(`/?to=${encodeURIComponent('http://127.0.0.2:1/')}`))).toMatchObject({
      details: { reason: 'forbidden_address' },
    })
  })

  test('a server that is not there', async () => {
    const gone = serve()
    const { href } = gone.url
    gone.stop(true)
    expect(await rejection(get(href))).toMatchObject({ code: 'invalid_url', details: { reason: 'refused' } })
  })

  test('a caller that has gone', async () => {
    const gone = new Error('gone')
    expect(await rejection(get('/', {}, AbortSignal.abort(gone)))).toBe(gone)
  })
})
