import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Generation, generations, type McpClient, type Opened, openMcp } from './open.ts'

const PLUGINS = 'scrape,search,map,crawl,extract,results,mcp'
const schema = { type: 'object', properties: { title: { type: 'string' } } }

let opened: Opened
let key: string
const clients = new Map<Generation, McpClient>()
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: PLUGINS })
  key = (await opened.user('pro')).key
  for (const generation of generations)
    clients.set(generation, await connect(generation, `${opened.origin}/mcp`, `Bearer ${key}`))
})
afterAll(async () => {
  for (const client of clients.values()) await client.close()
  await opened.close()
})

test('ChatGPT finds pages, and fetches them by their ids', async () => {
  const client = await connect('2.4.0', `${opened.origin}/mcp?tools=chatgpt`, `Bearer ${key}`)
  expect((await client.tools()).map(({ name }) => name)).toEqual(['search', 'fetch'])
  await client.call('fetch', { id: `${opened.site.origin}/kettles/green` })
  const { structuredContent, content } = await client.call('search', { query: 'green kettle' })
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
  const [{ id, title }] = structuredContent.results
  const fetched = await client.call('fetch', { id })
  expect(fetched.structuredContent).toMatchObject({ id, title, text: expect.stringContaining('it is green') })
  await client.close()
})

for (const generation of generations)
  describe(`a client of ${generation}`, () => {
    const call: McpClient['call'] = (...of) => clients.get(generation)!.call(...of)

    test('uses its own revision', () => {
      const revision = generation === '2.4.0 of 2026' ? '2026-07-28' : '2025-11-25'
      expect(clients.get(generation)?.version()).toBe(revision)
    })

    test('sees six tools, in a fixed order, in less than 8 KB', async () => {
      const tools = await clients.get(generation)!.tools()
      expect(tools.map(({ name }) => name)).toEqual(['search', 'scrape', 'map', 'crawl', 'extract', 'read'])
      expect(JSON.stringify(tools).length).toBeLessThan(8 * 1024)
      const hinted = (hint: 'readOnlyHint' | 'openWorldHint') =>
        tools.filter(({ annotations }) => !annotations?.[hint]).map(({ name }) => name)
      expect([hinted('readOnlyHint'), hinted('openWorldHint')]).toEqual([['crawl'], ['read']])
      // With an output schema, clients would show only the structured content.
      expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
    })

    test('reads a page as text, without menus and link addresses', async () => {
      const url = `${opened.site.origin}/kettles/red`
      const { content, structuredContent } = await call('scrape', { url })
      expect(content).toMatchObject([
        { type: 'text', text: `Title: The red kettle\nURL: ${url}` },
        { type: 'text', text: '# The red kettle\n\nIt boils water, and it is red. See all kettles.' },
      ])
      expect(structuredContent).toBeUndefined()
    })

    test('gets lists and jobs both as text and as structured content', async () => {
      const found = await call('map', { url: opened.site.origin, search: 'kettles' })
      const urls = found.structuredContent.urls.map((entry: { url: string }) => entry.url)
      expect(urls).toContain(`${opened.site.origin}/kettles/blue`)
      const told: number[] = []
      const crawled = await call(
        'crawl',
        { url: opened.site.origin, include: ['/kettles/**'], limit: 4 },
        { onprogress: ({ progress }) => told.push(progress) },
      )
      const { pages, status } = crawled.structuredContent
      expect([status, pages.length]).toEqual(['completed', 4])
      expect(told).toEqual(told.toSorted((a, b) => a - b))
      expect(told.length).toBeGreaterThan(0)
      for (const { content, structuredContent } of [found, crawled])
        expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)

      const red = pages.find(({ url }: { url: string }) => url.endsWith('/red'))
      const { content } = await call('read', { id: red.id })
      expect(content[1]?.text).toBe('# The red kettle\n\nIt boils water, and it is red. See all kettles.')
      expect(red.characters).toBe(content[1]?.text?.length)
      expect((await call('read', { id: crawled.structuredContent.job })).structuredContent).toEqual(
        crawled.structuredContent,
      )
      const link = crawled.content.find(({ uri }) => uri?.endsWith(red.id))
      expect(link).toMatchObject({ type: 'resource_link', name: 'The red kettle' })
      const { contents } = await clients.get(generation)!.read(link!.uri!)
      expect(contents[0]?.text).toContain('It boils water, and it is red.')
    })

    test('fills a schema from pages, and searches', async () => {
      const urls = ['red', 'blue'].map((name) => `${opened.site.origin}/kettles/${name}`)
      const filled = await call('extract', { urls, schema })
      expect(filled.structuredContent.results).toEqual([
        { url: urls[0], data: { title: 'The red kettle' } },
        { url: urls[1], data: { title: 'The blue kettle' } },
      ])
      const found = await call('search', { query: 'blue kettle' })
      expect(found.structuredContent.results[0]).toMatchObject({ title: 'The blue kettle', url: urls[1] })
      expect(found.structuredContent.notes[0]).toContain('no web search is configured')
      const read = await call('search', { query: 'blue kettle', read: 1 })
      expect(read.content[2]?.text).toContain('It boils water, and it is blue.')
      expect(read.structuredContent).toBeUndefined()
    })
  })
