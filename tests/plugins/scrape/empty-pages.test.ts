import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import browser from '../../../engines/chromium/index.ts'
import { installed } from '../../engines/installed.ts'
import { type Running, startWeir } from '../../weir.ts'

const fills = (ms: number) =>
  `<body><script>setTimeout(() => { document.body.innerHTML = '<p>Words that come late.</p>' }, ${ms})</script></body>`
const pages: Record<string, string> = {
  '/late': fills(300),
  '/later': fills(2200),
  '/never': '<body><div id="app"></div><script>window.app = document.createElement("div")</script></body>',
  '/blank': '<html><body></body></html>',
  '/picture': '<html><body><img src="/p.png" alt=""></body></html>',
  '/short': '<h1>Short</h1>',
}
/** Failures that are not what their content type says. */
const failures: Record<string, { status: number; type: string; body: string }> = {
  '/empty.pdf': { status: 404, type: 'application/pdf', body: '' },
  '/missing.xml': { status: 404, type: 'application/xml', body: 'Not here' },
  '/missing.pdf': { status: 404, type: 'application/pdf', body: 'There is no such file' },
  '/missing.mp4': { status: 403, type: 'video/mp4', body: '\0\0\0\x18ftypmp42' },
  '/down.docx': {
    status: 503,
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    body: 'PK\x03\x04',
  },
}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    const failure = failures[new URL(url).pathname]
    if (failure)
      return new Response(failure.body, { status: failure.status, headers: { 'content-type': failure.type } })
    const page = pages[new URL(url).pathname]
    return new Response(page ?? 'none', { status: page ? 200 : 404, headers: { 'content-type': 'text/html' } })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
const told = 'The page shows no text'

let weir: Running
let key: string
const start = async (engines: string) => {
  weir = await startWeir({ WEIR_ENGINES: engines })
  key = (await weir.user('pro')).key
}
const scrape = async (path: string, more: object = {}) =>
  (await weir.post('/v1/scrape', { url: at(path), maxAge: 0, ...more }, { key })).body
afterAll(() => site.stop(true))

describe('without a browser', () => {
  beforeAll(() => start('lightweight'))
  afterAll(() => weir.close())

  test('a page without content is a success with a warning, and costs nothing', async () => {
    const { success, data, warnings } = await scrape('/blank')
    expect([success, data.markdown, data.metadata.creditsUsed]).toEqual([true, '', 0])
    expect(warnings).toEqual([expect.stringContaining(told)])
  })

  test('a page that scripts would fill has a warning that they did not run, and costs nothing', async () => {
    const { data, warnings } = await scrape('/late')
    expect([data.markdown, data.metadata.creditsUsed]).toEqual(['', 0])
    expect(warnings).toEqual([expect.stringContaining('which did not run')])
  })

  test('a page with only a picture or a word is a normal page', async () => {
    for (const path of ['/picture', '/short']) {
      const { data, warnings } = await scrape(path)
      expect([data.metadata.creditsUsed, warnings]).toEqual([1, undefined])
    }
  })

  test('a failure of the server is a result even if it cannot be read as the type that it is sent as', async () => {
    const seen = []
    for (const path of Object.keys(failures)) {
      const { data, error } = await scrape(path)
      seen.push(error?.message ?? [data.metadata.statusCode, data.metadata.creditsUsed, data.markdown])
    }
    expect(seen).toEqual([
      [404, 1, ''],
      [404, 1, 'Not here'],
      [404, 1, 'There is no such file'],
      [403, 1, ''],
      [503, 0, ''],
    ])
  })

  test('empty pages of jobs have a warning and cost nothing too', async () => {
    const urls = [at('/blank'), at('/short')]
    const quick = { delayBetweenRequests: 0, waitTime: 0 }
    const { body } = await weir.post('/v1/batch', { urls, ...quick }, { key, headers: { prefer: 'wait=20' } })
    expect(body.data.summary.creditsUsed).toBe(1)
    const warned = body.data.results.map(({ warnings }: { warnings?: string[] }) => warnings)
    expect(warned).toEqual([[expect.stringContaining(told)], undefined])
  })
})

// Each page waits for content that may still come.
describe.concurrent.skipIf(!(await installed(browser)))('with a browser', () => {
  beforeAll(() => start('lightweight,browser_a'))
  afterAll(() => weir.close())

  test.each(['/late', '/later'])(
    'a page that is filled later is returned completely: %s',
    async (path) => {
      const { data, warnings } = await scrape(path)
      expect(data.markdown).toContain('Words that come late.')
      expect([data.metadata.creditsUsed, warnings]).toEqual([1, undefined])
    },
    60_000,
  )

  test('so is a page whose request needs a browser', async () => {
    const { data } = await scrape('/later', { javascript: true })
    expect(data.markdown).toContain('Words that come late.')
    expect(data.metadata.trace.map(({ reason }: { reason: string | null }) => reason)).toEqual(['empty', null])
  }, 120_000)

  test('a page that stays empty has a warning, and costs nothing', async () => {
    const { data, warnings } = await scrape('/never')
    expect([data.markdown, data.metadata.creditsUsed]).toEqual(['', 0])
    expect(warnings).toEqual([expect.stringContaining(told)])
    const reasons = data.metadata.trace.map(({ reason }: { reason: string | null }) => reason)
    expect(reasons).toEqual(['script_shell', 'empty', null])
  }, 120_000)

  test('a screenshot of such a page is charged', async () => {
    const { data, warnings } = await scrape('/never', { includeScreenshot: true })
    expect([data.files.length, data.metadata.creditsUsed]).toEqual([1, 2])
    expect(warnings).toEqual([expect.stringContaining(told)])
  }, 120_000)
})
