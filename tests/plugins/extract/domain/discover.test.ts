import { expect, test } from 'bun:test'
import type { EngineContext, Kit } from 'weirjs'
import { discover } from '../../../../plugins/extract/domain/discover.ts'
import type { DomainInput } from '../../../../plugins/extract/domain/input.ts'
import type { Scraper } from '../../../../plugins/scrape/service.ts'
import { countTurns, work } from '../../../turns.ts'

/** A page that links to a hundred others. */
const pages = Array.from({ length: 100 }, (_, i) => `https://a.test/${i}`).join('\n')
const scraped = {
  data: { markdown: 'Home', pageLinks: { pages } },
  metadata: { url: 'https://a.test/', statusCode: 200 },
}
const scraper = { read: () => ({ content: {} }), page: async () => scraped } as unknown as Scraper

test('others run while the links of a page are checked, however slow the rules of its site are', async () => {
  const turns = countTurns()
  const allows = () => {
    work(1)
    return true
  }
  const politeness = {
    robots: async () => ({ allows, delay: 0, sitemaps: [] }),
    applyCrawlDelay: async () => {},
    waitForSlot: async () => {},
  } as unknown as Kit['politeness']
  const input = { domain: 'a.test', maxPages: 1, schema: {}, timeout: 10_000 } as unknown as DomainInput
  const context = { signal: AbortSignal.timeout(20_000) } as unknown as EngineContext
  expect(await discover(input, context, { politeness }, scraper)).toEqual([new URL('https://a.test/')])
  expect(turns.end()).toBeGreaterThan(5)
})
