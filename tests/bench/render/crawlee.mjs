// Renders pages with Crawlee's PlaywrightCrawler, tuned as its guide says: no fingerprints, sessions or stored
// results, and no pictures. `crawlee.mjs ORIGIN PAGES AT_ONCE CHROMIUM shared|context`: pages of one context, or a
// context for each.
import { Configuration, log, PlaywrightCrawler } from '@crawlee/playwright'
import { chromium } from 'playwright-core'

const [origin, pages, atOnce, executablePath, contexts] = process.argv.slice(2)
log.setLevel(log.LEVELS.ERROR)
const run = async (from, count) => {
  const crawler = new PlaywrightCrawler(
    {
      launchContext: {
        launcher: chromium,
        useIncognitoPages: contexts === 'context',
        launchOptions: { executablePath, headless: true, args: ['--no-sandbox'] },
      },
      browserPoolOptions: { useFingerprints: false, maxOpenPagesPerBrowser: 1000, retireBrowserAfterPageCount: 10_000 },
      useSessionPool: false,
      persistCookiesPerSession: false,
      minConcurrency: Number(atOnce),
      maxConcurrency: Number(atOnce),
      autoscaledPoolOptions: {
        desiredConcurrency: Number(atOnce),
        autoscaleIntervalSecs: 3600,
        maybeRunIntervalSecs: 0.05,
      },
      preNavigationHooks: [async ({ blockRequests }) => void (await blockRequests())],
      async requestHandler({ page }) {
        await page.waitForSelector('#list li:last-child')
        if (!(await page.content()).includes('Kettle 149')) throw new Error('a page was not built')
        done++
        if (done === 1) began = performance.now()
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true, availableMemoryRatio: 0.9 }),
  )
  await crawler.run(Array.from({ length: count }, (_, i) => `${origin}/page?n=${from + i}`))
}
let done = 0
let began = 0
await run(0, Number(pages) + 1)
if (done !== Number(pages) + 1) throw new Error(`${done} of ${pages} pages`)
console.log((performance.now() - began) / 1000)
process.exit(0)
