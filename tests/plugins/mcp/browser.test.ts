import { afterAll, beforeAll, expect } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { connect, type McpClient, type Opened, openMcp } from './open.ts'

const test = await testIn('chromium')

let opened: Opened
let client: McpClient
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,mcp', WEIR_ENGINES: 'lightweight,browser_a' })
  const { key } = await opened.user('pro')
  client = await connect('2.4.0', `${opened.origin}/mcp?tools=all`, `Bearer ${key}`)
})
afterAll(async () => {
  await client.close()
  await opened.close()
})

/** The first bytes of a PNG. */
const PNG = [0x89, 0x50, 0x4e, 0x47]

test('a screenshot of a page is returned as a link', async () => {
  const { content } = await client.call('screenshot', { url: `${opened.site.origin}/kettles/red`, full_page: true })
  expect(content[0]?.text).toContain('Title: The red kettle')
  expect(content[1]).toMatchObject({ type: 'resource_link', mimeType: 'image/png' })
  const picture = await (await fetch(content[1]!.uri!)).bytes()
  expect([...picture.slice(0, 4)]).toEqual(PNG)
  const [id = ''] = /file_[\w-]+/.exec(content[1]!.uri!) ?? []
  const read = await client.call('read', { id })
  expect([read.isError, read.content[0]?.text]).toEqual([
    true,
    `${id} is image/png, not text. Open its link in a browser.`,
  ])
}, 120_000)

test('a page is acted on, and then read', async () => {
  const { content } = await client.call('actions', {
    url: `${opened.site.origin}/`,
    actions: [
      { type: 'click', selector: 'a[href="/kettles/blue"]' },
      { type: 'wait', selector: 'h1' },
      { type: 'screenshot' },
    ],
  })
  expect(content[1]?.text).toContain('It boils water, and it is blue.')
  expect(content[2]).toMatchObject({ type: 'resource_link', mimeType: 'image/png' })
}, 120_000)

test('a page is waited for', async () => {
  const { content } = await client.call('scrape', { url: `${opened.site.origin}/late`, wait_for: '#late' })
  expect(content[1]?.text).toContain('It came late.')
}, 120_000)
