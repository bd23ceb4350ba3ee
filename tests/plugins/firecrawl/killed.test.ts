import { expect, test } from 'bun:test'
import { Firecrawl } from 'firecrawl'
import { serveChild } from '../../e2e/serve-child.ts'
import { linking, serveSite } from '../crawl/site.ts'

test('a client that waits for a crawl sees its end, even if the server is killed meanwhile', async () => {
  const paths = Array.from({ length: 12 }, (_, i) => `/${i}`)
  const pages = Object.fromEntries(paths.map((path) => [path, linking([])]))
  await using site = serveSite({ '/': linking(paths), ...pages }, { delay: 150 })
  const server = await serveChild()
  try {
    const client = new Firecrawl({ apiKey: server.key, apiUrl: server.origin })
    const job = client.crawl(`${site.origin}/`, { limit: 20, pollInterval: 1, timeout: 60 })
    while (site.asked.length < 4) await Bun.sleep(20)
    await server.kill()
    await server.start()
    const { status, data, total } = await job
    expect([status, data.length, total]).toEqual(['completed', 13, 13])
  } finally {
    await server.close()
  }
}, 120_000)
