import { client } from './generated/client.gen.ts'
import { getJob, mapSite, scrapePage, startBatch, startCrawl, streamJob } from './generated/index.ts'

/** A user's program: scrape, batch, crawl, map and a stream, with a client whose functions are generated. */
const [baseUrl = '', key = '', site = ''] = process.argv.slice(2)
client.setConfig({ baseUrl, auth: key })
const lines: string[] = []

const scraped = await scrapePage({ body: { url: site, formats: ['markdown', 'links'] }, throwOnError: true })
if (scraped.data.processingMode === 'single') {
  const { markdown, metadata, links } = scraped.data.data
  lines.push(`scrape ${markdown?.split('\n')[0]} | ${metadata.title} | ${links?.length}`)
}

const batch = await startBatch({
  body: { urls: [site], format: 'markdown', waitTime: 0, delayBetweenRequests: 0 },
  headers: { Prefer: 'wait=60' },
})
if (batch.data?.processingMode === 'direct') lines.push(`batch ${batch.data.data.summary.successful}`)

const crawl = await startCrawl({ body: { url: site, maxPages: 2, waitTime: 0 } })
if (crawl.data?.processingMode === 'async') {
  const { jobId } = crawl.data
  const { stream } = await streamJob({ path: { jobId } })
  let last = ''
  for await (const event of stream) last = String(JSON.stringify(event))
  lines.push(`stream ${last.includes('completed')}`)
  const job = await getJob({ path: { jobId } })
  lines.push(`crawl ${job.data?.data.status} ${job.data?.data.completed}`)
}

const map = await mapSite({ body: { url: site, options: { maxDepth: 1 } } })
lines.push(`map ${map.data?.data.urls.map(({ title }) => title).join()}`)

const refused = await scrapePage({ body: { url: 'ftp://example.com/' } })
lines.push(`refused ${refused.error?.error.code}`)
console.log(lines.join('\n'))
