// Crawls a site with Crawlee's CheerioCrawler, tuned by its guide: nothing on disk, no sessions, no delay between
// pages. It reads the title and the links of each page, and makes no Markdown. Usage: crawlee.mjs START PAGES AT_ONCE
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

const [start, pages, atOnce] = process.argv.slice(2)
log.setLevel(log.LEVELS.ERROR)
let done = 0
const crawler = new CheerioCrawler(
  {
    useSessionPool: false,
    persistCookiesPerSession: false,
    maxRequestsPerCrawl: Number(pages),
    minConcurrency: Number(atOnce),
    maxConcurrency: Number(atOnce),
    autoscaledPoolOptions: { desiredConcurrency: Number(atOnce), maybeRunIntervalSecs: 0.05 },
    async requestHandler({ $, request, enqueueLinks }) {
      if ($('title').text() === '') throw new Error('a page without a title')
      // It waits a second between batches of a thousand URLs, and most links are fragments of the page.
      const urls = new Set()
      for (const { attribs } of $('a[href]').get())
        urls.add(new URL(attribs.href, request.loadedUrl).href.split('#')[0])
      await enqueueLinks({ urls: [...urls], strategy: 'all' })
      done++
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true, availableMemoryRatio: 0.9 }),
)
const began = performance.now()
const cpu = process.cpuUsage()
await crawler.run([start])
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ pages: done, seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1000 }))
process.exit(0)
