// Renders pages with Crawlee's PlaywrightCrawler, tuned by its guide: no fingerprints, sessions or stored results.
// Prints the seconds since the first navigation. Usage: crawlee.mjs URLS CHROMIUM AT_ONCE shared|context, for one
// context or a context per page.
import { Configuration, log, PlaywrightCrawler } from '@crawlee/playwright'
import { chromium } from 'playwright-core'

const [urls, executablePath, atOnce, contexts] = process.argv.slice(2)
log.setLevel(log.LEVELS.ERROR)
const wanted = JSON.parse(urls)
let done = 0
let began = 0
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
    maxRequestRetries: 0,
    minConcurrency: Number(atOnce),
    maxConcurrency: Number(atOnce),
    autoscaledPoolOptions: { desiredConcurrency: Number(atOnce), loggingIntervalSecs: null },
    preNavigationHooks: [
      () => {
        began ||= performance.now()
      },
    ],
    async requestHandler({ page }) {
      await page.waitForSelector('#ready', { state: 'attached' })
      if (!(await page.content()).includes('Kettles of page')) throw new Error('a page was not built')
      done++
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true, availableMemoryRatio: 0.9 }),
)
await crawler.run(wanted)
if (done !== wanted.length) throw new Error(`${done} of ${wanted.length} pages`)
console.log((performance.now() - began) / 1000)
process.exit(0)
