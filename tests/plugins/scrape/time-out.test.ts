import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { type Running, startWeir } from '../../weir.ts'
import { CATALOG, FONT, onePage, pdfOf } from '../documents/pdf-of.ts'

/** Milliseconds of a request that takes longer, and of one that follows it. */
const SHORT = 1000
const LONG = 60_000

const html = { 'content-type': 'text/html' }
/** Each page takes several seconds to read, in linear time. */
const row = '<div class="row"><p>A <b>kettle</b> whistles <a href="/x">here</a>, and <i>there</i>.</p></div>'
const longPage = Buffer.from(`<title>Long</title>${row.repeat(200_000)}`)
const longTable = Buffer.from(`name,value\n${'kettle,17\n'.repeat(3_000_000)}`)
const longPdf = pdfOfPages(4000)

/** A PDF of this many pages, each with forty different lines. */
function pdfOfPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = Array.from({ length: count }, (_, i) => {
    const lines = Array.from({ length: 40 }, (_, line) => `(Kettle ${i} boils in minute ${line}) Tj 0 -15 Td`)
    const resources = '/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>'
    return [
      `<</Type/Page/Parent 2 0 R${resources}/Contents ${5 + 2 * i} 0 R>>`,
      { dict: '', data: `BT /F1 12 Tf 72 700 Td ${lines.join(' ')} ET` },
    ]
  })
  return pdfOf([CATALOG, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, FONT, ...objects.flat()])
}

const pages: Record<string, () => Response> = {
  '/short': () => new Response('<title>Short</title><h1>Short</h1>', { headers: html }),
  '/page': () => new Response(longPage, { headers: html }),
  '/table.csv': () => new Response(longTable, { headers: { 'content-type': 'text/csv' } }),
  '/file.pdf': () => new Response(longPdf as BodyInit, { headers: { 'content-type': 'application/pdf' } }),
  '/silent': () => new Response(new ReadableStream(), { headers: html }),
  '/short.pdf': () => new Response(onePage() as BodyInit, { headers: { 'content-type': 'application/pdf' } }),
}

let weir: Running
let key: string
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  fetch: ({ url }) => pages[new URL(url).pathname]?.() ?? new Response('none', { status: 404 }),
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
const rejections: unknown[] = []
const note = (reason: unknown) => void rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  key = (await weir.user('pro')).key
  // Starts the first thread.
  await scrape('/short', LONG)
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await weir.close()
  site.stop(true)
})

const formats = ['markdown', 'html', 'text', 'json', 'structured']
const scrape = (path: string, timeout: number, more: object = {}) =>
  weir.post('/v1/scrape', { url: at(path), timeout, maxAge: 0, formats, ...more }, { key })
const threadCount = () => (existsSync('/proc/self/task') ? readdirSync('/proc/self/task').length : 0)

describe('a page that takes longer than its time limit', () => {
  for (const path of ['/silent', '/page', '/table.csv', '/file.pdf'])
    test(`ends with timeout and frees its place: ${path}`, async () => {
      const { status, body } = await scrape(path, SHORT)
      expect([status, body.error.code, body.error.details]).toEqual([500, 'timeout', { url: at(path), timeout: SHORT }])
      const after = path === '/file.pdf' ? ['/short', '/short.pdf'] : ['/short']
      for (const next of after) expect((await scrape(next, LONG)).status).toBe(200)
      expect((await weir.get('/v1/auth/validate', { key })).status).toBe(200)
    }, 120_000)

  test('leaves no thread behind, however many come', async () => {
    const before = threadCount()
    for (let i = 0; i < 3; i++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => scrape('/page', SHORT)))
      expect(answers.map(({ body }) => body.error?.code)).toEqual(Array(4).fill('timeout'))
    }
    expect((await scrape('/short', LONG)).status).toBe(200)
    // At most one more thread of ours for each concurrent page, and those that the runtime adds.
    expect(threadCount() - before).toBeLessThan(12)
  }, 120_000)

  test('fails as an item of a job too, while the other items continue', async () => {
    const resultsOf = async (paths: string[], timeout: number) => {
      const options = { urls: paths.map(at), timeout, maxAge: 0, formats, retryCount: 0 }
      const { data: accepted } = (await weir.post('/v1/scrape', options, { key })).body
      await weir.ended(accepted.jobId, { key })
      const { results } = (await weir.get(`/v1/jobs/${accepted.jobId}/results`, { key })).body.data
      return results.map(({ error }: { error?: { code: string; details: object } }) => error ?? null)
    }
    const failures = await resultsOf(['/page', '/file.pdf', '/silent'], SHORT)
    expect(failures.map(({ code }: { code: string }) => code)).toEqual(['timeout', 'timeout', 'timeout'])
    expect(failures[0].details).toEqual({ url: at('/page'), timeout: SHORT })
    // On a busy machine a page of one line takes a while too.
    expect(await resultsOf(['/silent', '/short'], 10_000)).toEqual([expect.objectContaining({ code: 'timeout' }), null])
  }, 120_000)

  test('costs nothing', async () => {
    const used = async () => (await weir.get('/v1/users/profile', { key })).body.data.credits
    const before = await used()
    expect(before.used).toBeGreaterThan(0)
    await scrape('/page', SHORT)
    expect(await used()).toEqual(before)
  }, 120_000)

  test('leaves no unhandled rejection', async () => {
    await Bun.sleep(100)
    expect(rejections).toEqual([])
  })
})
