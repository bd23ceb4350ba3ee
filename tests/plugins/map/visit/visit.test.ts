import { describe, expect, test } from 'bun:test'
import { ApiError, type EngineContext } from 'weirjs'
import { type VisitOptions, visit } from '../../../../plugins/map/visit/visit.ts'
import { content } from '../../content/convert.ts'
import { reading } from '../reading.ts'

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  url?: string
  reasons?: string[]
}

/** The result of a visit to a host that gives these answers, and what was requested and recorded. */
async function visited(...answers: (Answer | Error)[]) {
  const told: unknown[] = []
  let held = 0
  const ports = {
    clock: { now: () => Date.UTC(2026, 0, 1) },
    content,
    engines: {
      async fetch(request: { url: URL; timeout: number; maxBytes: number }, _: unknown, engine: unknown) {
        told.push([request.url.href, request.timeout, request.maxBytes, engine])
        const answer = answers.shift()!
        if (answer instanceof Error) throw answer
        const { status = 200, headers = { 'content-type': 'text/html' }, body = '', url, reasons = [] } = answer
        return {
          url: new URL(url ?? request.url),
          status,
          headers: new Headers(headers),
          body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
          trace: reasons.map((reason) => ({ reason })),
        }
      },
    },
    politeness: {
      acquire: async () => {
        held++
        return () => void held--
      },
      recordResponse: async (host: string, { status, retryAfter }: { status: number; retryAfter?: number }) =>
        void told.push([host, status, retryAfter]),
    },
  } as unknown as Parameters<typeof visit>[3]
  const options: VisitOptions = {
    engine: 'lightweight',
    request: {},
    proxy: undefined,
    mayFollow: async () => true,
    reading,
    inspects: false,
  }
  const context = { signal: new AbortController().signal } as EngineContext
  const found = await visit(new URL('https://a.example/page'), options, context, ports)
  expect(held).toBe(0)
  return { ...found, told }
}
const links = ({ page }: Awaited<ReturnType<typeof visited>>) => page?.links.split('\n')

describe('a visit', () => {
  test('gives the links of the page, and records the response of the host', async () => {
    const { told, page, ...rest } = await visited({ body: '<a href="/b">b</a>' })
    expect(page).toMatchObject({ links: 'https://a.example/b', sitemaps: [] })
    expect({ ...rest, url: rest.url.href }).toEqual({
      statusCode: 200,
      redirected: false,
      url: 'https://a.example/page',
      error: undefined,
    })
    expect(told).toEqual([
      ['https://a.example/page', 30_000, 10 * 1024 * 1024, 'lightweight'],
      ['a.example', 200, undefined],
    ])
  })

  test('reads link and robots headers like the elements of the head', async () => {
    const { page } = await visited({
      headers: {
        'content-type': 'text/html',
        link: '</sitemap.xml>; rel=sitemap, </next>; rel=next',
        'x-robots-tag': 'nofollow',
      },
      body: '<a href="/b">b</a>',
    })
    expect(page).toMatchObject({
      sitemaps: ['https://a.example/sitemap.xml'],
      links: 'https://a.example/b\nhttps://a.example/next',
      nofollow: true,
    })
  })

  test.each([
    ['text/html; charset=utf-8', true],
    ['application/xhtml+xml', true],
    ['', true],
    ['text/plain', false],
    ['application/pdf', false],
  ])('reads only the links of a page: %j', async (type, isRead) => {
    const body = '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><a href="/b">b</a></html>'
    expect(links(await visited({ headers: { 'content-type': type }, body }))).toEqual(
      isRead ? ['https://a.example/b'] : undefined,
    )
  })

  test('reads no links of a document that the server calls HTML and that cannot be read', async () => {
    expect(await visited({ body: '%PDF-1.7 broken' })).toMatchObject({
      statusCode: 200,
      page: undefined,
      error: undefined,
    })
  })

  test('gives a title and a description of at most 1,000 characters', async () => {
    const long = `${'x'.repeat(999)}\u{1f642}`
    const { page } = await visited({ body: `<title>${long}</title><meta name="description" content="${long}">` })
    for (const text of [page!.title!, page!.description!])
      expect([text.length, text.isWellFormed()]).toEqual([1000, true])
  })

  test('decodes a page by its encoding', async () => {
    const page = (bytes: number[]) =>
      Uint8Array.from([...Buffer.from('<a href="/caf'), ...bytes, ...Buffer.from('">b</a>')])
    const cafe = new URL('https://a.example/café').href
    const read = async (body: Uint8Array, type: string) =>
      links(await visited({ headers: { 'content-type': type }, body }))
    expect(await read(page([0xe9]), 'text/html; charset="iso-8859-1"')).toEqual([cafe])
    expect(await read(page([0xc3, 0xa9]), 'text/html')).toEqual([cafe])
    const long = Buffer.concat([Buffer.alloc(512 * 1024 - 14, ' '), page([0xc3, 0xa9])])
    expect(await read(long, 'text/html')).toEqual([cafe])
  })

  test('is repeated once after a Retry-After, and not again', async () => {
    for (const status of [429, 503]) {
      const busy = { status, headers: { 'retry-after': '5' } }
      const { statusCode, told } = await visited(busy, { body: '' })
      expect([statusCode, told[1], told.length]).toEqual([200, ['a.example', status, 5000], 4])
      expect(await visited(busy, busy)).toMatchObject({ statusCode: status })
    }
    expect((await visited({ status: 500 })).told).toHaveLength(2)
  })

  test('was redirected by its trace, its address, or a status with a location', async () => {
    const isRedirected = async (answer: Answer) => (await visited(answer)).redirected
    expect(await isRedirected({ reasons: ['redirect'] })).toBe(true)
    expect(await isRedirected({ reasons: ['blocked'] })).toBe(false)
    expect(await isRedirected({ url: 'https://a.example/other' })).toBe(true)
    const to = { location: '/other' }
    expect(await isRedirected({ status: 300, headers: to })).toBe(true)
    expect(await isRedirected({ status: 399, headers: to })).toBe(true)
    expect(await isRedirected({ status: 400, headers: to })).toBe(false)
    expect(await isRedirected({ status: 201, headers: to })).toBe(false)
    expect(await isRedirected({ status: 304, headers: {} })).toBe(false)
  })

  test('reports its failure, unless it is an error of the program', async () => {
    const error = new ApiError('scraping_failed', 'No answer', { reason: 'refused' })
    expect(await visited(error)).toMatchObject({
      statusCode: null,
      redirected: false,
      page: undefined,
      error,
      told: [expect.anything(), ['a.example', 0, undefined]],
    })
    await expect(visited(new TypeError('broken'))).rejects.toThrow('broken')
  })

  test('reports no missing response of a host that did respond', async () => {
    const error = new ApiError('scraping_failed', 'The page is too large', { reason: 'too_large' })
    expect(await visited(error)).toMatchObject({ error, told: [expect.anything()] })
  })
})
