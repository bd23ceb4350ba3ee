import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import chromium from '../../engines/chromium/index.ts'
import { type Served, serve } from '../conformance/serve.ts'
import { installed } from '../engines/installed.ts'
import { readStream } from '../plugins/jobs/open-digest.ts'
import { startTree, type Tree, until } from './lifecycle/tree.ts'

/** Milliseconds for one test, on a machine that is busy with others. */
const PATIENCE = 60_000

const hasChromium = await installed(chromium)
const file = readFileSync(new URL('../plugins/documents/pdf/files/paper.pdf', import.meta.url))
const html = (body: string) =>
  new Response(`<title>Kettles</title><main>${body}</main>`, { headers: { 'content-type': 'text/html' } })

/** Links of `/tree/…`: two on each page, down to three levels. */
const branches = (path: string) => (path.length > '/tree/ab'.length ? [] : ['a', 'b'].map((name) => path + name))

const asked: string[] = []
const answer = async ({ url }: Request): Promise<Response> => {
  const { pathname } = new URL(url)
  asked.push(pathname)
  if (pathname === '/paper.pdf') return new Response(file, { headers: { 'content-type': 'application/pdf' } })
  if (pathname.startsWith('/tree/'))
    return html(
      branches(pathname)
        .map((path) => `<p><a href="${path}">More</a></p>`)
        .join('') || '<p>A leaf.</p>',
    )
  if (pathname.startsWith('/slow/')) await setTimeout(100)
  if (pathname === '/script')
    return html('<p id="out">empty</p><script>document.getElementById("out").textContent = "six by seven"</script>')
  return html(`<h1>Copper kettles</h1><p>They boil water at ${pathname}.</p>`)
}

/**
 * The service, by whatever command it is started, seen from outside: each kind of work, a crash, and the end.
 * `settings` are environment variables.
 */
export function serviceSuite(command: readonly string[], settings: Record<string, string> = {}): void {
  let site: Served
  let weir: Tree
  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
  const post = (path: string, body: unknown, headers?: Record<string, string>) => weir.call('POST', path, body, headers)
  const stream = (id: string, options: Parameters<typeof readStream>[2] = {}) =>
    readStream(`${weir.address()}/v1/jobs/${id}/stream`, weir.key, options)
  const jobEnds = (id: string) =>
    until(`job ${id}`, async () => (await weir.call('GET', `/v1/jobs/${id}`)).data.completedAt !== null)

  beforeAll(async () => {
    site = await serve(answer)
    weir = await startTree(command, { WEIR_ENGINES: '*', WEIR_TRUSTED_PROXIES: '127.0.0.1', ...settings })
    await weir.answers()
  }, PATIENCE)
  afterAll(async () => {
    await weir[Symbol.asyncDispose]()
    site.stop()
  }, PATIENCE)

  test(
    'scrapes a page',
    async () => {
      const { status, data } = await post('/v1/scrape', { url: at('/page') })
      expect([status, data.markdown]).toEqual([200, '# Copper kettles\n\nThey boil water at /page.'])
    },
    PATIENCE,
  )

  test(
    'reads a PDF, in a separate process',
    async () => {
      const { data } = await post('/v1/scrape', { url: at('/paper.pdf') })
      expect(data.markdown).toContain('# Thermal Behaviour of Domestic Kettles')
    },
    PATIENCE,
  )

  test.skipIf(!hasChromium)(
    'scrapes a page with a browser, and links its screenshot at the forwarded address',
    async () => {
      const read = (proto: string) =>
        post(
          '/v1/scrape',
          { url: at('/script'), engine: 'browser_a', formats: ['markdown', 'screenshot'] },
          {
            ...(proto && { 'x-forwarded-proto': proto }),
          },
        )
      for (const [proto, scheme] of [
        ['https', 'https:'],
        ['', 'http:'],
      ] as const) {
        const { data } = await read(proto)
        expect([data.markdown, new URL(data.screenshot).protocol]).toEqual(['six by seven', scheme])
      }
    },
  )

  test(
    'refuses an address of its own network',
    async () => {
      const { status, error } = await post('/v1/scrape', { url: 'http://169.254.169.254/latest/meta-data' })
      expect([status, error.details.reason]).toEqual([400, 'forbidden_address'])
    },
    PATIENCE,
  )

  test(
    'extracts fields from a page',
    async () => {
      const schema = { type: 'object', properties: { title: { type: 'string' } } }
      const { data } = await post('/v1/extract', { url: at('/page'), schema, agent: { model: 'structured' } })
      expect(data.extractedData).toEqual([{ title: 'Copper kettles' }])
    },
    PATIENCE,
  )

  test(
    'crawls, streams each page as it is done, and finds them again',
    async () => {
      const { jobId } = await post('/v1/crawl', { url: at('/tree/'), maxPages: 50, maxDepth: 4 })
      const { events } = await stream(jobId)
      expect(events.at(-1)?.event).toBe('completed')
      await jobEnds(jobId)
      const { results } = (await weir.call('GET', `/v1/jobs/${jobId}/results?limit=100`)).data
      expect(results.map(({ url }: { url: string }) => new URL(url).pathname).sort()).toHaveLength(15)
      const found = await post('/v1/search', { query: 'leaf', provider: 'local' })
      expect(found.data.results.length).toBeGreaterThan(0)
    },
    PATIENCE,
  )

  test(
    'continues after kill -9 where it was, and requests no completed page again',
    async () => {
      const urls = Array.from({ length: 24 }, (_, i) => at(`/slow/${i}`))
      const body = { urls, delayBetweenRequests: 0 }
      const once = { 'idempotency-key': 'before-and-after' }
      const { jobId } = await post('/v1/batch', body, once)
      const first = await stream(jobId, { until: (events) => events.length >= 6 })
      weir.signal('SIGKILL', weir.service())
      await weir.answers(2)
      expect((await post('/v1/batch', body, once)).jobId).toBe(jobId)
      const rest = await stream(jobId, { lastEventId: first.events.at(-1)!.id })
      const ids = [...first.events, ...rest.events].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(rest.events.at(-1)?.event).toBe('completed')
      const { results } = (await weir.call('GET', `/v1/jobs/${jobId}/results?limit=100`)).data
      expect(results.map(({ url }: { url: string }) => url).sort()).toEqual(urls.toSorted())
      // Only the pages that were under way at the kill were requested twice.
      expect(asked.filter((path) => path.startsWith('/slow/')).length).toBeLessThan(2 * urls.length)
    },
    PATIENCE,
  )

  test(
    'serves its dashboard and its documentation',
    async () => {
      for (const path of ['/dashboard', '/docs']) {
        const page = await fetch(weir.address() + path)
        expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
        await page.text()
      }
    },
    PATIENCE,
  )

  test(
    'gives the length of a response if it is known',
    async () => {
      const headers = { 'accept-encoding': 'identity' }
      const [short, long, head] = await Promise.all([
        fetch(`${weir.address()}/health`, { headers }),
        fetch(`${weir.address()}/openapi.json`, { headers }),
        fetch(`${weir.address()}/openapi.json`, { headers, method: 'HEAD' }),
      ])
      expect(Number(short.headers.get('content-length'))).toBe((await short.text()).length)
      expect(head.status).toBe(200)
      // Deno gives none for a response without a body.
      const { length } = await long.bytes()
      expect([null, String(length)]).toContain(head.headers.get('content-length'))
    },
    PATIENCE,
  )

  test(
    'ends when it is told to, and leaves nothing',
    async () => {
      weir.signal('SIGTERM', weir.processes()[0]!)
      await until('all to end', () => weir.processes().length === 0)
      expect(weir.said()).toContain('stopped')
    },
    PATIENCE,
  )
}
