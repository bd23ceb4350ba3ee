import { afterAll, describe, expect, test } from 'bun:test'
import { ApiError, createEgress, defineEngine, type EngineDefinition, type Log, type PageRequest } from 'weirjs'
import { createEngines } from '../../../../core/host/engines/engine-registry.ts'
import lightweight from '../../../../engines/lightweight/index.ts'
import { fetchFilled } from '../../../../plugins/scrape/page/fetch-filled.ts'
import { content } from '../../content/convert.ts'

const asked: string[] = []
const site = Bun.serve({
  port: 0,
  hostname: '0.0.0.0',
  fetch: (request) => {
    const { pathname, searchParams } = new URL(request.url)
    asked.push(`${request.headers.get('host')}${pathname} ${request.headers.get('x-key') ?? ''}`.trim())
    if (searchParams.has('redirected')) return Response.redirect(pathname)
    if (pathname === '/moved') {
      const to = searchParams.get('to') ?? '/plain'
      return new Response(
        `<meta http-equiv="refresh" content="0; url=${to}"><h1>Redirecting</h1><a href="${to}">Click here</a>`,
        {
          headers: { 'content-type': 'text/html', 'set-cookie': 'b=2' },
          status: searchParams.has('missing') ? 404 : 200,
        },
      )
    }
    return new Response(
      pathname === '/shell'
        ? '<div id="root"></div><script src="/static/js/main.js"></script>'
        : '<h1>Plain</h1><p>Some text.</p>',
      {
        headers: {
          'content-type': 'text/html',
          'set-cookie': 'a=1',
          ...(searchParams.has('vary') && { vary: `Accept, ${searchParams.get('vary')}` }),
        },
        status: searchParams.has('missing') ? 404 : 200,
      },
    )
  },
})
const egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.2:${site.port}` })
afterAll(async () => {
  site.stop(true)
  await egress.close()
})

/** An engine that runs script, as far as this test cares; `shown` are the answers that it was given. */
const filler = (fail?: ApiError, shown: PageRequest['answer'][] = []): EngineDefinition =>
  defineEngine({
    name: 'filler',
    api: 1,
    supports: { javascript: true, screenshot: true, mobile: true },
    open: () => ({
      async fetch({ url, answer }) {
        shown.push(answer)
        if (fail) throw fail
        return {
          url,
          status: 200,
          redirectHeaders: [],
          headers: new Headers({ 'content-type': 'text/html' }),
          body: Buffer.from('<p>FILLED</p>'),
        }
      },
    }),
  })

const log: Log = { info() {}, warn() {}, error() {}, with: () => log }
const open = (...definitions: EngineDefinition[]) =>
  createEngines([lightweight, ...definitions], () => ({ config: {}, log, fetch: egress.fetch, proxy: egress.proxy }))

async function get(
  engines: ReturnType<typeof open>,
  path: string,
  { engine, ...more }: Partial<PageRequest> & { engine?: string } = {},
) {
  const request = { url: new URL(path, `http://127.0.0.1:${site.port}`), timeout: 5000, maxBytes: 1_000_000, ...more }
  const account = { id: 'usr_a', email: 'a@example.com', plan: 'free', role: 'user' } as const
  const { page, warnings } = await fetchFilled(
    { engines: engines, inspect: content.inspect },
    request,
    { signal: new AbortController().signal, account, priority: 'medium' },
    engine,
  )
  await engines.close()
  return {
    engine: page.engine,
    text: Buffer.from(page.body).toString(),
    warnings,
    reasons: page.trace.map(({ reason }) => reason),
    status: page.status,
    cookies: page.redirectHeaders?.flatMap((headers) => headers.getSetCookie()),
  }
}

describe('a page that is but a shell', () => {
  test('is filled by the first engine that runs script', async () => {
    const page = await get(open(filler()), '/shell')
    expect(page).toEqual({
      engine: 'filler',
      text: '<p>FILLED</p>',
      warnings: [],
      reasons: ['script_shell', null],
      status: 200,
      // Those that a browser which shows the answer does not tell of.
      cookies: ['a=1'],
    })
  })

  test('is not asked for again by an engine that can show its answer', async () => {
    const shown: PageRequest['answer'][] = []
    await get(open(filler(undefined, shown)), '/shell?missing&vary=Accept-Encoding')
    expect(shown).toEqual([expect.objectContaining({ status: 404 })])
    expect(Buffer.from(shown[0]!.body).toString()).toStartWith('<div id="root">')
  })

  test.each<[string, string, Partial<PageRequest>]>([
    ['was redirected', '/shell?redirected', {}],
    ['has a page for each browser', '/shell?vary=user-agent', {}],
    ['may have one for phones', '/shell', { mobile: true }],
    ['is to be kept as it was got', '/shell', { keepExchanges: true }],
  ])('is asked for again where it %s', async (_, path, more) => {
    const shown: PageRequest['answer'][] = []
    await get(open(filler(undefined, shown)), path, more)
    expect(shown).toEqual([undefined])
  })

  test('is filled where its status says that it is missing, too', async () => {
    expect((await get(open(filler()), '/shell?missing')).engine).toBe('filler')
  })

  test('is left as it is where the caller named an engine', async () => {
    expect(await get(open(filler()), '/shell', { engine: 'lightweight' })).toMatchObject({
      engine: 'lightweight',
      warnings: [expect.stringContaining('The page shows no text')],
    })
  })

  test('is given with a warning where no engine runs script', async () => {
    const page = await get(open(), '/shell')
    expect(page.engine).toBe('lightweight')
    expect(page.warnings).toEqual([
      expect.stringContaining('The page is filled by scripts, which did not run: No engine here can do this'),
    ])
  })

  test('is given with a warning where filling it fails', async () => {
    const page = await get(open(filler(new ApiError('scraping_failed', 'The page ended the browser'))), '/shell')
    expect(page.engine).toBe('lightweight')
    expect(page.warnings).toEqual(['The page is filled by scripts, which did not run: The page ended the browser'])
  })
})

test('a page that is one is got once', async () => {
  expect(await get(open(filler()), '/plain')).toMatchObject({ engine: 'lightweight', warnings: [], reasons: [null] })
})

test('a page that a browser has shown already is not shown again', async () => {
  expect(await get(open(filler()), '/shell', { screenshot: 'viewport' })).toMatchObject({
    engine: 'filler',
    reasons: [null],
  })
})

describe('a page that is but a redirect by its markup', () => {
  test('is given as what it leads to, by the engine that was named too', async () => {
    for (const engine of [undefined, 'lightweight']) {
      const page = await get(open(filler()), '/moved?to=plain', { engine })
      expect(page.text).toContain('<h1>Plain</h1>')
      expect([page.reasons, page.cookies, page.warnings]).toEqual([['redirect', null], ['b=2'], []])
    }
  })

  test('is followed as far as redirects are, and no page twice', async () => {
    const twice = await get(open(), `/moved?to=${encodeURIComponent('/moved?to=/plain')}`)
    expect([twice.text, twice.reasons]).toEqual([expect.stringContaining('Plain'), ['redirect', 'redirect', null]])
    expect((await get(open(), '/moved?to=%2Fmoved%3Fto%3D%252Fmoved')).reasons.length).toBeLessThanOrEqual(6)
    expect((await get(open(), '/moved?to=%23top')).reasons).toEqual([null])
  })

  test('is itself where it is missing, may not be followed, or leads nowhere', async () => {
    const stays = async (path: string, more: Partial<PageRequest> = {}) => {
      const { text, reasons } = await get(open(), path, more)
      expect([text, reasons]).toEqual([expect.stringContaining('Redirecting'), [null]])
    }
    await stays('/moved?missing')
    await stays('/moved', { mayFollow: ({ pathname }) => pathname !== '/plain' })
    for (const to of ['mailto:a@b.example', 'http://127.0.0.3:1/', 'http://[']) await stays(`/moved?to=${to}`)
  })

  test("tells the caller's headers to the origin that the caller named alone", async () => {
    const headers = new Headers({ 'x-key': 'secret' })
    asked.length = 0
    await get(open(), '/moved', { headers })
    await get(open(), `/moved?to=http://127.0.0.2:${site.port}/plain`, { headers })
    const [own, other] = [`127.0.0.1:${site.port}`, `127.0.0.2:${site.port}`]
    expect(asked).toEqual([`${own}/moved secret`, `${own}/plain secret`, `${own}/moved secret`, `${other}/plain`])
    asked.length = 0
    const back = encodeURIComponent(`http://${other}/moved?to=${encodeURIComponent(`http://${own}/plain`)}`)
    await get(open(), `/moved?to=${back}`, { headers })
    // Another origin, which says where it goes on, has no say over who asks there.
    expect(asked).toEqual([`${own}/moved secret`, `${other}/moved`, `${own}/plain`])
  })
})
