import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ScrapeMetadata } from 'weirjs/schemas'
import browserA from '../../../engines/chromium/index.ts'
import browserB from '../../../engines/firefox/index.ts'
import lightweight from '../../../engines/lightweight/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../../engines/installed.ts'
import { type Running, startWeir } from '../../weir.ts'

const page = `<!doctype html><html lang="en"><head><title>Kettles</title>
<meta property="og:image" content="/a.png"><meta property="og:image" content="/b.png"><meta name="author" content="Ann Lee">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Kettles","datePublished":"2024-03-01"}</script>
</head><body><h1>Kettles</h1><p>Kettles boil water in about three minutes, and some of them in two.</p><a href="/next">Next</a></body></html>`

/** What differs from visit to visit, and what names the engine. */
const ofTheVisit = ['engine', 'trace', 'extractedAt', 'processingTime', 'creditsUsed', 'contentQuality']

describe('Every engine gives the same metadata', () => {
  let weir: Running
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  })
  beforeAll(async () => {
    weir = await startWeir()
  })
  afterAll(async () => {
    await weir.close()
    await site.stop(true)
  })

  const scrape = async (engine: string) => {
    const { body } = await weir.post('/v1/scrape', { url: `http://127.0.0.1:${site.port}/`, engine, maxAge: 0 })
    expect(body.error).toBeUndefined()
    const { metadata } = body.data
    expect([...Value.Errors(ScrapeMetadata, metadata)]).toEqual([])
    return metadata
  }
  const shown = (metadata: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(metadata).filter(([name]) => !ofTheVisit.includes(name)))

  test.each([stealth, browserA, browserB].map((engine) => [engine.name, engine] as const))(
    '%s, with every field that the lightweight one gives',
    async (name, engine) => {
      if (!(await installed(engine))) return
      const [one, other] = [await scrape(lightweight.name), await scrape(name)]
      expect(Object.keys(other).sort()).toEqual(Object.keys(one).sort())
      expect(Object.keys(other.contentQuality)).toEqual(Object.keys(one.contentQuality))
      expect(shown(other)).toEqual(shown(one))
      expect(other.engine).toBe(name)
    },
    30_000,
  )
})
