import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ScrapeMetadata } from 'weirjs/schemas'
import browserA from '../../../engines/chromium/index.ts'
import browserB from '../../../engines/firefox/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../../engines/installed.ts'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'
import { captureWatcher, type Seen } from './capture-watcher.ts'

const kettles = `<!doctype html><html lang="en"><head><title>Kettles</title>
<meta property="og:image" content="/a.png"><meta property="og:image" content="/b.png"><meta name="author" content="Ann Lee">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Kettles","datePublished":"2024-03-01"}</script>
</head><body><h1>Kettles</h1><p>Kettles boil water in about three minutes, and some of them in two.</p><a href="/next">Next</a></body></html>`
const steps = `<title>Steps</title><button class="more">1</button><button class="more">2</button>
<button class="more" onclick="last.remove()">3</button><button class="more" id="last">4</button><input id="field">
<p id="told"></p><script>
for (const button of document.querySelectorAll('.more'))
  button.addEventListener('click', () => { told.textContent += button.textContent })
field.addEventListener('input', () => { told.textContent += ' ' + field.value })
</script>`
/** Of more sheets than are printed. */
const long = Array.from({ length: 205 }, (_, i) => `<p style="break-after: page">Sheet ${i}</p>`).join('')
const pages: Readonly<Record<string, string>> = {
  '/kettles': kettles,
  '/steps': steps,
  '/long': `<h1>Long</h1>${long}`,
  '/new': '<h1>Heading</h1><p>Text of the new page in a sentence.</p>',
  '/script': '<h1>Heading</h1><p>Text in a sentence.</p><script>document.body.append("Filled in")</script>',
}
const pdf = Bun.file(`${import.meta.dir}/../documents/pdf/files/cyrillic.pdf`)
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/old') return new Response('moved', { status: 301, headers: { location: '/new' } })
    if (pathname === '/cyrillic.pdf')
      return new Response(await pdf.bytes(), { headers: { 'content-type': 'application/pdf' } })
    const page = pages[pathname]
    return new Response(page, { status: page ? 200 : 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
})

const strangers = strangersFolder()
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: `scrape,${strangers.plugin(captureWatcher)}` })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  strangers.remove()
})

const scrape = (engine: string | undefined, path: string, more: object = {}) =>
  weir.post('/v1/scrape', { url: `http://127.0.0.1:${site.port}${path}`, engine, maxAge: 0, ...more })
async function dataOf(...call: Parameters<typeof scrape>) {
  const { body } = await scrape(...call)
  expect(body.error).toBeUndefined()
  return body.data
}
/** The captures that observers got since the last call. */
const watched = async (): Promise<Seen[]> => (await weir.get('/v1/watched')).body.data.seen
async function captureOf(engine: string, path: string) {
  await watched()
  await dataOf(engine, path)
  const [seen] = await watched()
  return seen!.capture!
}

/** The fields that differ from visit to visit, or name the engine. */
const ofTheVisit = ['engine', 'trace', 'extractedAt', 'processingTime', 'creditsUsed', 'contentQuality']
async function metadataOf(engine: string) {
  const { metadata } = await dataOf(engine, '/kettles')
  expect([...Value.Errors(ScrapeMetadata, metadata)]).toEqual([])
  expect(metadata.engine).toBe(engine)
  return metadata
}
const shown = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !ofTheVisit.includes(name)))

for (const engine of [browserA, browserB, stealth] as const)
  describe.skipIf(!(await installed(engine)))(engine.name, () => {
    test('returns the same metadata as the lightweight engine, with every field', async () => {
      const [one, other] = [await metadataOf('lightweight'), await metadataOf(engine.name)]
      expect(Object.keys(other).sort()).toEqual(Object.keys(one).sort())
      expect(Object.keys(other.contentQuality)).toEqual(Object.keys(one.contentQuality))
      expect(shown(other)).toEqual(shown(one))
    })

    test('reports redirects and the answer', async () => {
      const { exchanges } = await captureOf(engine.name, '/old')
      expect(exchanges.map(([path, head]) => [path, /^HTTP\/1.1 \d+/.exec(head)?.[0]])).toEqual([
        ['/old', 'HTTP/1.1 301'],
        ['/new', 'HTTP/1.1 200'],
      ])
    })

    test('fetches a PDF that is then read', async () => {
      const data = await dataOf(engine.name, '/cyrillic.pdf')
      expect(data.markdown).toContain('# Отчёт о чайниках')
      expect(data.metadata).toMatchObject({ parserName: 'pdf', pageCount: 1, engine: engine.name })
    })
  })

for (const engine of [browserA, browserB] as const)
  describe.skipIf(!(await installed(engine)))(engine.name, () => {
    test('clicks all matches that are still there, types into the focused element, and returns the current page', async () => {
      const act = (...actions: object[]) => scrape(engine.name, '/steps', { formats: ['text'], actions })
      const { body } = await act(
        { type: 'click', selector: '.more', all: true },
        { type: 'executeJavascript', value: 'document.body.append(document.createComment("x".repeat(1.2e6)))' },
        { type: 'scrape' },
        { type: 'click', selector: '#field' },
        { type: 'write', text: 'words' },
      )
      expect(body.data.text).toContain('123 words')
      const [, , scraped] = body.data.metadata.actions
      expect([scraped.type, scraped.value.url]).toEqual(['scrape', `http://127.0.0.1:${site.port}/steps`])
      expect(scraped.value.html).toContain('<p id="told">123</p>')
      expect(scraped.value.html.length).toBeGreaterThan(1.2e6)
      const { status, body: refused } = await act({ type: 'write', text: 'words' })
      expect([status, refused.error.code, refused.error.details.index]).toEqual([400, 'invalid_actions', 0])
      expect(refused.error.message).toContain('nothing has the focus')
    })
  })

// The engines report the cuts, and their own tests cover that.
test.skipIf(!(await installed(browserA)))(
  'what of a page is cut is said',
  async () => {
    const { status, body } = await scrape('browser_a', '/long', { formats: ['markdown', 'pdf'], timeout: 60_000 })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.warnings).toEqual(['The PDF ends with page 200, the last that is printed'])
  },
  120_000,
)

test.skipIf(!(await installed(browserA)))('an observer gets the final document of a page from a browser', async () => {
  const { exchanges, rendered } = await captureOf('browser_a', '/script')
  expect(rendered).toContain('Filled in')
  const [[path, head, body]] = exchanges as [[string, string, string]]
  expect([path, head]).toEqual(['/script', expect.stringMatching(/^HTTP\/1.1 200 .*\r\n/)])
  expect(head).toMatch(/\r\nX-Orig-content-length: /i)
  expect(body).toContain('Text in a sentence')
  expect(body).not.toContain('Filled in<')
})

test.skipIf(!(await installed(browserA)))(
  'a file has no screenshot or PDF of its own, which gives a warning and is not charged',
  async () => {
    const used = async () => (await weir.get('/v1/users/profile')).body.data.credits.used
    const before = await used()
    const { body } = await scrape(undefined, '/cyrillic.pdf', { formats: ['text', 'screenshot', 'pdf'] })
    expect(body.data.text).toContain('Отчёт о чайниках')
    expect([body.data.files, body.data.metadata.creditsUsed, (await used()) - before]).toEqual([[], 1, 1])
    expect(body.warnings).toEqual([
      'There is no screenshot of the page: it is a file, which the browser does not render',
      'There is no PDF of the page: it is a file, which the browser does not render',
    ])
    const script = await scrape(undefined, '/cyrillic.pdf', { formats: ['text'], executeJS: '1 + 1' })
    expect(script.body.warnings).toEqual(['executeJS did not run: the URL leads to a file, which runs no script'])
  },
)
