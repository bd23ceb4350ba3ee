import { describe, expect, spyOn, test } from 'bun:test'
import type { GuardedFetch } from '../../../core/contracts/fetch.ts'
import { ApiError } from '../../../core/errors.ts'
import { retryAfterOf } from '../../../core/politeness/retry-after.ts'
import { createRobotsCache } from '../../../core/politeness/robots-cache.ts'

const { signal } = new AbortController()
const site = new URL('https://site.test/a/page')
/** A file in two pieces, cut in the middle of a character. */
const inPieces = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length - 3))
      controller.enqueue(bytes.slice(bytes.length - 3))
      controller.close()
    },
  })
}

type Init = NonNullable<Parameters<GuardedFetch>[1]>

/** A cache of what `answer` gives, and the requests for it. */
function open(
  answer: (init: Init) => Response | Promise<Response> = () => new Response('User-agent: *\nDisallow: /a'),
) {
  let now = 1_000_000
  const asked: { url: string; maxRedirects?: number; proxy?: unknown }[] = []
  const fetch = (async (url: string, init: Init = {}) => {
    const { maxRedirects, proxy } = init
    asked.push({ url, maxRedirects, proxy })
    return answer(init)
  }) as unknown as GuardedFetch
  const robots = createRobotsCache({ fetch, clock: { now: () => now } })
  return {
    asked,
    pass: (ms: number) => {
      now += ms
    },
    read: (url = site, more: object = {}) => robots(url, { signal, ...more }),
  }
}
const allows = ({ allows }: { allows(url: URL): boolean }) => allows(site)

test('robots.txt is fetched at the root of its origin, with five redirects, through the proxy of the request', async () => {
  const { asked, read } = open()
  const proxy = { url: new URL('http://proxy.test:1/') }
  expect([allows(await read()), allows(await read(site, { proxy }))]).toEqual([false, false])
  await read(new URL('https://site.test/b'))
  await read(new URL('http://site.test/b'))
  await read(site, { proxy })
  expect(asked).toEqual([
    { url: 'https://site.test/robots.txt', maxRedirects: 5, proxy: undefined },
    { url: 'https://site.test/robots.txt', maxRedirects: 5, proxy },
    { url: 'http://site.test/robots.txt', maxRedirects: 5, proxy: undefined },
  ])
})

test('a request that ignores certificates fetches its own copy, which others do not get', async () => {
  const asked: unknown[] = []
  const { read } = open(({ insecure }) => {
    asked.push(insecure)
    return new Response('')
  })
  for (const insecure of [true, false, true, undefined]) await read(site, { insecure })
  expect(asked).toEqual([true, false])
})

test("a failure of a redirect's target does not count as the site's", async () => {
  const refused = new ApiError('invalid_url', 'A redirect was not followed', { reason: 'refused' })
  const { failure } = await open(({ onHop }) => {
    onHop?.({ url: site, status: 302, headers: new Headers(), ms: 1 })
    return Promise.reject(refused)
  }).read()
  expect(failure).toMatchObject({
    code: 'scraping_failed',
    message: 'The robots.txt could not be read',
    cause: refused,
  })
})

test('a fetch has ten seconds', async () => {
  const timeout = spyOn(AbortSignal, 'timeout')
  await open().read()
  expect(timeout.mock.calls).toEqual([[10_000]])
  timeout.mockRestore()
})

describe('robots.txt is cached', () => {
  const asks = async (answer: () => Response | Promise<Response>, milliseconds: number) => {
    const { asked, pass, read } = open(answer)
    await read()
    await Bun.sleep(0)
    pass(milliseconds)
    await read()
    return asked.length
  }
  test('for an hour, also if the site has none', async () => {
    for (const answer of [
      () => new Response(''),
      () => new Response('', { status: 404 }),
      () => new Response('', { status: 499 }),
    ])
      expect([await asks(answer, 3_600_000), await asks(answer, 3_600_001)]).toEqual([1, 2])
  })
  test('for half a minute if it could not be fetched', async () => {
    for (const answer of [() => new Response('', { status: 500 }), () => Promise.reject(new Error('reset'))])
      expect([await asks(answer, 30_000), await asks(answer, 30_001)]).toEqual([1, 2])
  })
})

test('an unreachable robots.txt forbids everything, with the reason if it is known', async () => {
  const refused = new ApiError('invalid_url', 'Refused')
  const known = await open(() => Promise.reject(refused)).read()
  expect([allows(known), known.failure]).toEqual([false, refused])
  const cause = new Error('reset')
  const unknown = await open(() => Promise.reject(cause)).read()
  expect(unknown.failure).toMatchObject({
    code: 'scraping_failed',
    message: 'The robots.txt could not be read',
    cause,
  })
  expect((await open(() => new Response('', { status: 503 })).read()).failure).toBeUndefined()
})

test('robots.txt is read as UTF-8, however it is cut, and up to half a megabyte', async () => {
  const path = new URL('https://site.test/ä')
  const cut = await open(() => new Response(inPieces('User-agent: *\nDisallow: /ä'))).read()
  expect(cut.allows(path)).toBe(false)
  const [first, last] = ['User-agent: *\n', '\nDisallow: /']
  const filler = '#'.repeat(512 * 1024 - first.length - last.length)
  const read = (more: string) => open(() => new Response(`${first}${filler}${more}${last}`)).read()
  expect([allows(await read('')), allows(await read('#'))]).toEqual([false, true])
})

test('robots.txt in UTF-16 is recognised', async () => {
  const written = Buffer.from('\uFEFFUser-agent: *\r\nDisallow: /a', 'utf16le')
  for (const bytes of [written, written.subarray(2), Buffer.from(written).swap16()])
    expect(allows(await open(() => new Response(new Uint8Array(bytes))).read())).toBe(false)
})

test('five thousand of them are kept', async () => {
  const { asked, read } = open(() => new Response(''))
  const of = (i: number) => read(new URL(`https://site${i}.test/`))
  for (let i = 0; i < 5000; i++) await of(i)
  await of(0)
  expect(asked).toHaveLength(5000)
  await of(5000)
  await of(0)
  await of(1)
  expect(asked.slice(5000).map(({ url }) => url)).toEqual([
    'https://site5000.test/robots.txt',
    'https://site1.test/robots.txt',
  ])
})

test('a caller who is gone already sends no request', async () => {
  const { asked, read } = open()
  await expect(read(site, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  expect(asked).toEqual([])
})

describe('a Retry-After', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')
  const of = (value?: string) => retryAfterOf(new Headers(value === undefined ? {} : { 'retry-after': value }), now)
  test('is seconds or a date, and at least 0', () => {
    expect([of('0'), of(' 120 '), of('999999999')]).toEqual([0, 120_000, 999_999_999_000])
    expect(of('Wed, 01 Jul 2026 12:00:30 GMT')).toBe(30_000)
    expect(of('Wed, 01 Jul 2026 11:00:00 GMT')).toBe(0)
    expect(of('2026-07-01T12:00:30Z')).toBe(30_000)
  })
  test('is undefined without a value', () =>
    expect([of(), of(''), of('soon'), of('-5x'), of('1.5x'), of('-5'), of('1.5')]).toEqual(Array(7).fill(undefined)))
})
