import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { isSearxThere, startSearx } from './start-searx.ts'

if (!isSearxThere) console.log('skipped: no searx, a real metasearch server (Debian: apt-get install searx)')

/** A local index, which the engines of searx query: ten pages on each page of results. */
const index = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const isBroken = pathname === '/two' && searchParams.get('q') === 'nothing'
    if (pathname === '/failing' || isBroken) return new Response('too many', { status: 429 })
    const from = 10 * (Number(searchParams.get('p')) - 1)
    const query = searchParams.get('q')
    const found = query === 'nothing' ? 0 : pathname === '/one' ? 25 : 3
    const results = Array.from({ length: Math.max(0, Math.min(10, found - from)) }, (_, i) => ({
      url: `https://example.com/${pathname === '/one' ? from + i : `two/${i}`}`,
      title: `Page ${from + i} about ${query}`,
      content: `What it says of ${query}`,
    }))
    return Response.json({ results })
  },
})
afterAll(() => void index.stop(true))

describe.skipIf(!isSearxThere)('searx, a real metasearch server', () => {
  let searx: Awaited<ReturnType<typeof startSearx>>
  let weir: Running
  beforeAll(async () => {
    searx = await startSearx([
      { name: 'one', url: `${index.url.origin}/one` },
      { name: 'two', url: `${index.url.origin}/two` },
      { name: 'failing', url: `${index.url.origin}/failing` },
    ])
    weir = await startWeir({ WEIR_SEARXNG_URL: searx.url, WEIR_ENGINES: 'lightweight' })
  }, 90_000)
  afterAll(async () => {
    await weir?.close()
    await searx?.stop()
  })
  const search = (body: object) => weir.post('/v1/search', body)

  test('answers a search page by page, and reports the engine that failed', async () => {
    const { status, body } = await search({ query: 'tea & milk', limit: 20, language: 'en' })
    expect(status).toBe(200)
    expect(body.data.results).toHaveLength(20)
    const links = new Set(body.data.results.map(({ link }: { link: string }) => link))
    expect(links.size).toBe(20)
    expect(links).toContain('https://example.com/two/0')
    expect(body.data.results[0]).toMatchObject({ position: 1, displayLink: 'example.com' })
    expect(body.data.results[0].title).toMatch(/^Page \d+ about tea & milk$/)
    expect(body.data.results[0].snippet).toBe('What it says of tea & milk')
    const { provider, degraded, silent } = body.data.metadata
    expect([provider, degraded, silent.map(({ name }: { name: string }) => name)]).toEqual([
      'searxng',
      true,
      ['failing'],
    ])
  }, 120_000)

  test('fails without results if its engines failed: search_failed, degraded', async () => {
    const { status, body } = await search({ query: 'nothing' })
    expect([status, body.error.code, body.error.details.reason]).toEqual([500, 'search_failed', 'degraded'])
  }, 120_000)
})
