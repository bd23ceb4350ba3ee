import createClient from 'openapi-fetch'
import type { paths } from './generated.ts'

/** A user's program: scrape, batch, crawl, map and a stream, with a client whose types are generated. */
const [baseUrl = '', key = '', site = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
const lines: string[] = []

const scraped = await client.POST('/v1/scrape', { body: { url: site, formats: ['markdown', 'links'] } })
if (scraped.error) throw new Error(scraped.error.error.message)
if (scraped.data.processingMode === 'single') {
  const { markdown, metadata, links } = scraped.data.data
  lines.push(`scrape ${markdown?.split('\n')[0]} | ${metadata.title} | ${links?.length}`)
}

const batch = await client.POST('/v1/batch', {
  body: { urls: [site], format: 'markdown', waitTime: 0, delayBetweenRequests: 0 },
  headers: { Prefer: 'wait=60' },
})
if (batch.data?.processingMode === 'direct') lines.push(`batch ${batch.data.data.summary.successful}`)

const crawl = await client.POST('/v1/crawl', { body: { url: site, maxPages: 2, waitTime: 0 } })
if (crawl.data?.processingMode === 'async') {
  const { jobId } = crawl.data
  const stream = await client.GET('/v1/jobs/{jobId}/stream', { params: { path: { jobId } }, parseAs: 'text' })
  lines.push(`stream ${stream.data?.includes('event: completed')}`)
  const job = await client.GET('/v1/jobs/{jobId}', { params: { path: { jobId } } })
  lines.push(`crawl ${job.data?.data.status} ${job.data?.data.completed}`)
}

const map = await client.POST('/v1/map', { body: { url: site, options: { maxDepth: 1 } } })
lines.push(`map ${map.data?.data.urls.map(({ title }) => title).join()}`)

const refused = await client.POST('/v1/scrape', { body: { url: 'ftp://example.com/' } })
lines.push(`refused ${refused.error?.error.code}`)
console.log(lines.join('\n'))
