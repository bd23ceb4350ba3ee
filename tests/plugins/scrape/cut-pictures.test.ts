import { afterAll, beforeAll, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { installed } from '../../engines/installed.ts'
import { type Running, startWeir } from '../../weir.ts'

const sheets = Array.from({ length: 205 }, (_, i) => `<p style="break-after: page">Sheet ${i}</p>`)
const pages: Readonly<Record<string, string>> = {
  '/tall': '<h1>Tall</h1><div style="height: 20000px"></div>',
  '/long': `<h1>Long</h1>${sheets.join('')}`,
  '/short': '<h1>Short</h1><p>Enough text for a page.</p>',
}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => new Response(pages[new URL(url).pathname], { headers: { 'content-type': 'text/html' } }),
})

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight,browser_a,browser_b', WEIR_METERING: 'off' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

test.each([
  ['browser_a', chromium],
  ['browser_b', firefox],
] as const)(
  'a picture of a page or a PDF that is cut says so: %s',
  async (engine, definition) => {
    if (!(await installed(definition))) return
    const warningsOf = async (path: string, format: string) => {
      const body = { url: `http://127.0.0.1:${site.port}${path}`, engine, formats: ['markdown', format], maxAge: 0 }
      const { status, body: answer } = await weir.post('/v1/scrape', { ...body, timeout: 60_000 })
      expect([status, answer.error]).toEqual([200, undefined])
      return answer.warnings
    }
    expect(await warningsOf('/tall', 'screenshot@fullPage')).toEqual([
      'The screenshot is cut: the page is larger than a picture may be',
    ])
    expect(await warningsOf('/long', 'pdf')).toEqual(['The PDF ends with page 200, the last that is printed'])
    expect(await warningsOf('/tall', 'screenshot')).toBeUndefined()
    expect(await warningsOf('/short', 'screenshot@fullPage')).toBeUndefined()
    expect(await warningsOf('/short', 'pdf')).toBeUndefined()
  },
  240_000,
)
