import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
let client: Client
beforeAll(async () => {
  served = await serveFirecrawl()
  client = new Client({ name: 'test', version: '1.0.0' })
  const server = join(import.meta.dir, '../../../node_modules/firecrawl-mcp/dist/index.js')
  const env = { PATH: process.env.PATH ?? '', FIRECRAWL_API_KEY: served.key, FIRECRAWL_API_URL: served.origin }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'ignore' }))
}, 120_000)
afterAll(async () => {
  await client.close()
  await served.close()
})

/** The JSON that a tool returns. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
async function call(name: string, args: Record<string, unknown>): Promise<any> {
  const answer = await client.callTool({ name, arguments: args })
  const [content] = answer.content as { text: string }[]
  expect([name, answer.isError ?? false, content?.text.slice(0, 300)]).toEqual([name, false, expect.any(String)])
  return JSON.parse(content!.text)
}

test('its tools work unchanged', async () => {
  const url = served.site.origin
  const page = await call('firecrawl_scrape', { url, formats: ['markdown'], onlyMainContent: true })
  expect(page.markdown).toContain('Kettles')
  expect((await call('firecrawl_map', { url, limit: 10 })).links.length).toBeGreaterThan(3)
  const found = await call('firecrawl_search', { query: 'kettles', limit: 2 })
  expect((found.data ?? found).web.length).toBeGreaterThan(0)
  const crawl = { url, limit: 4, excludePaths: ['broken'], scrapeOptions: { formats: ['markdown'] } }
  const { id, status } = await call('firecrawl_crawl', crawl)
  expect(status).toBe('completed')
  expect((await call('firecrawl_check_crawl_status', { id })).data.length).toBeGreaterThan(2)
}, 120_000)

test('so do its tools for the account', async () => {
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  for (const name of ['firecrawl_credit_usage', 'firecrawl_monitor_list'])
    if (names.includes(name)) await call(name, {})
  expect(names).toContain('firecrawl_scrape')
})
