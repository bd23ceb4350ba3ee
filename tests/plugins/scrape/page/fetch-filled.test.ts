import { afterAll, describe, expect, test } from 'bun:test'
import { ApiError, createEgress, defineEngine, type EngineDefinition, type Log, type PageRequest } from 'weirjs'
import { createEngines } from '../../../../core/host/engine-registry.ts'
import lightweight from '../../../../engines/lightweight/index.ts'
import { fetchFilled } from '../../../../plugins/scrape/page/fetch-filled.ts'
import { content } from '../../content/convert.ts'

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    new Response(
      url.includes('shell')
        ? '<div id="root"></div><script src="/static/js/main.js"></script>'
        : '<h1>Plain</h1><p>Some text.</p>',
      { headers: { 'content-type': 'text/html' }, status: url.includes('missing') ? 404 : 200 },
    ),
})
const egress = createEgress({ allow: `127.0.0.1:${site.port}` })
afterAll(async () => {
  site.stop(true)
  await egress.close()
})

/** An engine that runs script, as far as this test cares. */
const filler = (fail?: ApiError): EngineDefinition =>
  defineEngine({
    name: 'filler',
    api: 1,
    supports: { javascript: true, screenshot: true },
    open: () => ({
      async fetch({ url }) {
        if (fail) throw fail
        return {
          url,
          status: 200,
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
  const request = { url: new URL(path, site.url), timeout: 5000, maxBytes: 1_000_000, ...more }
  const account = { id: 'usr_a', email: 'a@example.com', plan: 'free', role: 'user' } as const
  const { page, warnings } = await fetchFilled(
    { engines: engines, look: content.look },
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
    })
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
