import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

const files = `${import.meta.dir}/../documents/pdf/files`
const fileOf = async (name: string) => new Uint8Array(await Bun.file(`${files}/${name}.pdf`).arrayBuffer())

let weir: Running
let me: { id: string; key: string }
const asked: string[] = []
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    const { pathname } = new URL(url)
    asked.push(pathname)
    if (pathname === '/') {
      return new Response('<html><body><h1>Files</h1><a href="/tagged.pdf">Kettles</a></body></html>', {
        headers: { 'content-type': 'text/html' },
      })
    }
    const name = /^\/(?:as-\w+-)?([a-z]+)\.pdf$/.exec(pathname)?.[1]
    if (name === undefined) return new Response('', { status: 404 })
    const type = pathname.startsWith('/as-download')
      ? 'application/octet-stream'
      : pathname.startsWith('/as-html')
        ? 'text/html'
        : 'application/pdf'
    return new Response(await fileOf(name), {
      headers: {
        'content-type': type,
        ...(pathname.startsWith('/as-download') && { 'content-disposition': 'attachment; filename="report.pdf"' }),
      },
    })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`

beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  me = await weir.user('pro')
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const scrape = (path: string, body: object = {}) => weir.post('/v1/scrape', { url: at(path), ...body }, { key: me.key })
const used = async (): Promise<number> => (await weir.get('/v1/users/profile', { key: me.key })).body.data.credits.used

describe('a PDF over the API', () => {
  test('is read up to the requested page, and all its pages are counted', async () => {
    const of = async (pdfPages?: number) => (await scrape('/long.pdf', { pdfPages, maxAge: 0 })).body.data
    const [whole, first] = [await of(), await of(1)]
    expect(first.metadata.pageCount).toBe(whole.metadata.pageCount)
    expect(whole.metadata.pageCount).toBeGreaterThan(1)
    expect(first.markdown.length).toBeGreaterThan(0)
    expect(first.markdown.length).toBeLessThan(whole.markdown.length / 2)
    expect(whole.markdown.startsWith(first.markdown.slice(0, 100))).toBe(true)
  })

  test('is returned as text in every format, without any parameter for its type', async () => {
    const formats = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links']
    const { status, body } = await scrape('/tagged.pdf', { formats })
    expect(status).toBe(200)
    const { data } = body
    expect(data.markdown).toStartWith('# The Kettle Report\n\nA kettle is a vessel')
    expect(data.html).toContain('<h2>1. Materials</h2>')
    expect(data.html).toContain('<th>Kettle</th>')
    expect(data.rawHtml).toContain('<h1>The Kettle Report</h1>')
    expect(data.text).toContain('Kettle\tMaterial\tMinutes')
    expect(data.text).not.toContain('**')
    expect(JSON.stringify(data.json)).toContain('{"Kettle":"Classic","Material":"Steel","Minutes":"4.2"}')
    expect(data.structured).toEqual(expect.any(Object))
    expect(data.links).toEqual(['https://kettles.example/materials'])
  })

  test('has its own metadata, and costs as much as a page', async () => {
    const { body } = await scrape('/untagged.pdf')
    expect(body.data.metadata ?? body.metadata).toMatchObject({
      parserName: 'pdf',
      contentSource: 'document',
      contentType: 'application/pdf',
      title: 'The Kettle Report',
      author: 'Ada Lindqvist',
      language: 'en-US',
      pageCount: 2,
      creditsUsed: 1,
      statusCode: 200,
    })
  })

  test('is recognized by its bytes, whatever its content type', async () => {
    for (const path of ['/as-download-sheet.pdf', '/as-html-sheet.pdf']) {
      const { body } = await scrape(path)
      expect(body.data.markdown).toContain('| Whistler | Steel | 19.99 |')
    }
  })

  test('is returned from the cache with its page count', async () => {
    await scrape('/columns.pdf', { maxAge: 1 })
    const before = asked.length
    const { body } = await scrape('/columns.pdf', { maxAge: 1 })
    expect(asked.length).toBe(before)
    expect(body.data.markdown).toContain('## 4 Discussion')
    expect(body.data.metadata ?? body.metadata).toMatchObject({ cached: true, pageCount: 1, parserName: 'pdf' })
  })

  // The reasons that its process gives are tested with it, among them those of bombs.
  test('that cannot be read gives the reason, and costs nothing', async () => {
    const before = await used()
    const { status, body } = await scrape('/locked.pdf')
    expect([status, body.error.code, body.error.details.reason]).toEqual([500, 'scraping_failed', 'encrypted'])
    expect(await used()).toBe(before)
  }, 20_000)

  test('is read in a batch, even if another one cannot be read', async () => {
    const urls = ['/sheet.pdf', '/scan.pdf'].map(at)
    const answer = await weir.post(
      '/v1/batch',
      { urls, retryCount: 0 },
      { key: me.key, headers: { prefer: 'wait=30' } },
    )
    expect(answer.status).toBe(200)
    const text = JSON.stringify(answer.body)
    expect(text).toContain('| Swift | Copper | 39 |')
    expect(text).toContain('scraping_failed')
    expect(text).toContain('The PDF has no text')
  }, 120_000)

  test('is read in a crawl', async () => {
    const answer = await weir.post(
      '/v1/crawl',
      { url: at('/'), maxPages: 4, maxDepth: 1 },
      { key: me.key, headers: { prefer: 'wait=30' } },
    )
    expect(answer.status).toBe(200)
    const text = JSON.stringify(answer.body)
    expect(text).toContain('# The Kettle Report')
  }, 120_000)
})
