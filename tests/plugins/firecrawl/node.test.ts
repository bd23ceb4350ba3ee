import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serveFirecrawl()
})
afterAll(() => served.close())

/** A program in Node that uses the SDK and prints the results. */
const program = `
import { Firecrawl } from 'firecrawl'
const [url, apiUrl, apiKey] = process.argv.slice(1)
const client = new Firecrawl({ apiKey, apiUrl })
const { markdown } = await client.scrape(url, { formats: ['markdown'] })
const { id } = await client.startCrawl(url, { limit: 10, excludePaths: ['broken'] })
const watcher = client.watcher(id, { kind: 'crawl', pollInterval: 1 })
const titles = []
watcher.on('document', ({ metadata }) => titles.push(metadata.title))
const done = new Promise((resolve) => { watcher.on('done', resolve); watcher.on('error', resolve) })
await watcher.start()
const { status } = await done
const refusal = await new Firecrawl({ apiKey: 'fc-wrong', apiUrl }).scrape(url).catch(({ message }) => message)
console.log(JSON.stringify({ markdown, titles: titles.sort(), status, refusal }))
process.exit(0)
`

test('the SDK in Node gives the same results, and its watcher ends, with and without a WebSocket', async () => {
  const child = Bun.spawn(
    ['node', '--input-type=module', '--eval', program, '--', served.site.origin, served.origin, served.key],
    { cwd: join(import.meta.dir, '../../..'), stdout: 'pipe', stderr: 'pipe' },
  )
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, error]).toEqual([0, ''])
  expect(JSON.parse(out)).toEqual({
    markdown: expect.stringContaining('# Kettles'),
    titles: ['Copper', 'Iron', 'Kettles', 'Steel'],
    status: 'completed',
    refusal: expect.stringContaining('API key'),
  })
}, 120_000)
