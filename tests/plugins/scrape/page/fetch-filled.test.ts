import { afterAll, describe, expect, test } from 'bun:test'
import { ApiError, createEgress, defineEngine, type EngineDefinition, type Log, type PageRequest } from 'weirjs'
import { createEngines } from '../../../../core/host/engines/engine-registry.ts'
import lightweight from '../../../../engines/lightweight/index.ts'
import { fetchFilled } from '../../../../plugins/scrape/page/fetch-filled.ts'
import { withoutSecrets } from '../../../../plugins/scrape/without-secrets.ts'
import { content } from '../../content/convert.ts'

const asked: string[] = []
const site = Bun.serve({
  port: 0,
  hostname: '0.0.0.0',
  fetch: (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const secrets = ['x-key', 'authorization'].flatMap((name) => request.headers.get(name) ?? [])
    asked.push([`${request.headers.get('host')}${pathname}`, ...secrets].join(' '))
    const away = searchParams.get('away')
    if (away) return Response.redirect(away)
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

/** A stand-in for an engine that runs scripts. `shown` records the known answers that it was given. */
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
    exchanges: page.exchanges?.map(({ url }) => url.pathname),
    cookies: page.redirectHeaders?.flatMap((headers) => headers.getSetCookie()),
  }
}

describe('a page that is only an app shell', () => {
  test('is filled by the first engine that runs scripts', async () => {
    const page = await get(open(filler()), '/shell')
    expect(page).toEqual({
      engine: 'filler',
      text: '<p>FILLED</p>',
      warnings: [],
      reasons: ['script_shell', null],
      status: 200,
      exchanges: undefined,
      // The cookies that a browser which shows the known answer does not report.
      cookies: ['a=1'],
    })
  })

  test('is not requested again by an engine that can show its answer', async () => {
    const shown: PageRequest['answer'][] = []
    await get(open(filler(undefined, shown)), '/shell?missing&vary=Accept-Encoding')
    expect(shown).toEqual([expect.objectContaining({ status: 404 })])
    expect(Buffer.from(shown[0]!.body).toString()).toStartWith('<div id="root">')
  })

  test.each<[string, string, Partial<PageRequest>]>([
    ['was redirected', '/shell?redirected', {}],
    ['has a page for each browser', '/shell?vary=user-agent', {}],
    ['may have another one for phones', '/shell', { mobile: true }],
    ['must be captured', '/shell', { keepExchanges: true }],
  ])('is requested again if it %s', async (_, path, more) => {
    const shown: PageRequest['answer'][] = []
    await get(open(filler(undefined, shown)), path, more)
    expect(shown).toEqual([undefined])
  })

  test('is filled even if its status is that of a missing page', async () => {
    expect((await get(open(filler()), '/shell?missing')).engine).toBe('filler')
  })

  test('is left as it is if the caller named an engine', async () => {
    expect(await get(open(filler()), '/shell', { engine: 'lightweight' })).toMatchObject({
      engine: 'lightweight',
      warnings: [expect.stringContaining('The page shows no text')],
    })
  })

  test('is returned with a warning if no engine runs scripts', async () => {
    const page = await get(open(), '/shell')
    expect(page.engine).toBe('lightweight')
    expect(page.warnings).toEqual([
      expect.stringContaining('The page is filled by scripts, which did not run: No engine here can do this'),
    ])
  })

  test('is returned with a warning if filling it fails', async () => {
    const page = await get(open(filler(new ApiError('scraping_failed', 'The page ended the browser'))), '/shell')
    expect(page.engine).toBe('lightweight')
    expect(page.warnings).toEqual(['The page is filled by scripts, which did not run: The page ended the browser'])
  })
})

test('a page with its own content is fetched once', async () => {
  expect(await get(open(filler()), '/plain')).toMatchObject({ engine: 'lightweight', warnings: [], reasons: [null] })
})

test('a page that a browser has shown is not fetched again', async () => {
  expect(await get(open(filler()), '/shell', { screenshot: 'viewport' })).toMatchObject({
    engine: 'filler',
    reasons: [null],
  })
})

describe('a page that only redirects by its markup', () => {
  test('is followed to its target, even if the request names an engine', async () => {
    for (const engine of [undefined, 'lightweight']) {
      const page = await get(open(filler()), '/moved?to=plain', { engine })
      expect(page.text).toContain('<h1>Plain</h1>')
      expect([page.reasons, page.cookies, page.warnings]).toEqual([['redirect', null], ['b=2'], []])
    }
    expect((await get(open(), '/moved', { keepExchanges: true })).exchanges).toEqual(['/moved', '/plain'])
  })

  test('is followed within the limit for redirects, and never twice', async () => {
    const twice = await get(open(), `/moved?to=${encodeURIComponent('/moved?to=/plain')}`)
    expect([twice.text, twice.reasons]).toEqual([expect.stringContaining('Plain'), ['redirect', 'redirect', null]])
    expect((await get(open(), '/moved?to=%2Fmoved%3Fto%3D%252Fmoved')).reasons.length).toBeLessThanOrEqual(6)
    expect((await get(open(), '/moved?to=%23top')).reasons).toEqual([null])
  })

  test('is returned itself if it is missing, may not be followed, or leads nowhere', async () => {
    const stays = async (path: string, more: Partial<PageRequest> = {}) => {
      const { text, reasons } = await get(open(), path, more)
      expect([text, reasons]).toEqual([expect.stringContaining('Redirecting'), [null]])
    }
    await stays('/moved?missing')
    await stays('/moved', { mayFollow: ({ pathname }) => pathname !== '/plain' })
    for (const to of ['mailto:a@b.example', 'http://127.0.0.3:1/', 'http://[']) await stays(`/moved?to=${to}`)
  })

  test('sends the headers of the caller only to the requested origin', async () => {
    const headers = new Headers({ 'x-key': 'secret' })
    const authentication = { type: 'bearer', token: 't' } as const
    const [own, other] = [`127.0.0.1:${site.port}`, `127.0.0.2:${site.port}`]
    const askedFor = async (path: string) => {
      asked.length = 0
      await get(open(), path, { headers, authentication })
      return asked
    }
    const moved = `${own}/moved secret Bearer t`
    expect(await askedFor('/moved')).toEqual([moved, `${own}/plain secret Bearer t`])
    expect(await askedFor(`/moved?to=http://${other}/plain`)).toEqual([moved, `${other}/plain`])
    // After a redirect by another origin they are not sent, not even to the first origin.
    const back = encodeURIComponent(`http://${other}/moved?to=${encodeURIComponent(`http://${own}/plain`)}`)
    expect(await askedFor(`/moved?to=${back}`)).toEqual([moved, `${other}/moved`, `${own}/plain`])
    expect(await askedFor(`/moved?away=${back}`)).toEqual([moved, `${other}/moved`, `${own}/plain`])
  })

  test('leaves nothing in its request to another origin that may tell of the caller', () => {
    const headers = new Headers({ 'x-key': 'secret', 'accept-language': 'de' })
    const { headers: left, ...others } = withoutSecrets({
      headers,
      authentication: { type: 'bearer', token: 't' },
      actions: [{ type: 'input', selector: 'input', text: 'secret' }],
      executeJS: "login('secret')",
    })
    expect([...left!]).toEqual([['accept-language', 'de']])
    expect(Object.values(others).every((value) => value === undefined)).toBe(true)
  })
})
