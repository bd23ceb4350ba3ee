import { afterAll, beforeAll, expect } from 'bun:test'
import { Firecrawl } from 'firecrawl'
import { testIn } from '../../browsers.ts'
import { type Served, serveFirecrawl } from './served.ts'

const test = await testIn('chromium')

let served: Served
let client: InstanceType<typeof Firecrawl>
beforeAll(async () => {
  served = await serveFirecrawl({ WEIR_ENGINES: 'lightweight,browser_a' })
  client = new Firecrawl({ apiKey: served.key, apiUrl: served.origin })
  const form = `<form onsubmit="document.querySelector('p').textContent = 'For ' + this.q.value; return false">
    <input name="q"><button>Go</button></form><p>Nothing yet, and some more words for a paragraph.</p>`
  served.site.pages.set('/form', `<title>Form</title><main><h1>Form</h1>${form}</main>`)
})
afterAll(() => served.close())

const isPicture = async (address: unknown) => {
  const answer = await fetch(String(address))
  return [answer.status, answer.headers.get('content-type')]
}

test('takes pictures of a page, and performs actions on it', async () => {
  const page = await client.scrape(`${served.site.origin}/form`, {
    formats: ['markdown', { type: 'screenshot', fullPage: true, viewport: { width: 640, height: 480 } }],
    actions: [
      { type: 'wait', milliseconds: 50 },
      { type: 'click', selector: 'input' },
      { type: 'write', text: 'kettles' },
      { type: 'press', key: 'Enter' },
      { type: 'screenshot' },
      { type: 'scrape' },
      { type: 'executeJavascript', script: 'document.title' },
    ],
  })
  expect(page.markdown).toContain('For kettles')
  expect(await isPicture(page.screenshot)).toEqual([200, 'image/png'])
  const { screenshots, scrapes, javascriptReturns } = page.actions as Record<string, unknown[]>
  expect(scrapes).toEqual([{ url: `${served.site.origin}/form`, html: expect.stringContaining('For kettles') }])
  expect(javascriptReturns).toEqual([{ type: 'string', value: 'Form' }])
  expect(screenshots).toHaveLength(1)
  expect(await isPicture(screenshots?.[0])).toEqual([200, 'image/png'])
}, 120_000)

test('types into the element that an action names, and into none if nothing has the focus', async () => {
  const write = (action: object) =>
    served.weir.post(
      '/v2/scrape',
      {
        url: `${served.site.origin}/form`,
        actions: [
          { type: 'write', text: 'tea', ...action },
          { type: 'press', key: 'Enter' },
        ],
      },
      { key: served.key },
    )
  expect((await write({ selector: 'input' })).body).toMatchObject({
    data: { markdown: expect.stringContaining('For tea') },
  })
  // n8n sends the empty selector of its form.
  const scroll = { type: 'scroll', direction: 'down', selector: '' }
  const scrolled = await served.weir.post(
    '/v2/scrape',
    { url: `${served.site.origin}/form`, actions: [scroll, { type: 'write', text: '', selector: 'input' }] },
    { key: served.key },
  )
  expect([scrolled.status, scrolled.body.data?.warning]).toEqual([200, undefined])
  expect((await write({})).body.error).toStartWith('Action 0: write failed: nothing has the focus')
}, 120_000)
