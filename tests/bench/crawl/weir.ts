/**
 * Crawls a site with Weir, by concurrent crawls of 1,000 pages each. Stores Markdown, links and metadata of each
 * page; with WEIR_ARCHIVE=on also the captures. Usage: weir.ts ORIGIN PAGES
 */
import { startWeir } from '../../weir.ts'

const [origin = '', pages = '2000'] = process.argv.slice(2)
const EACH = Math.min(1000, Number(pages))
const weir = await startWeir({ WEIR_CONCURRENCY: '32' })
const began = performance.now()
const cpu = process.cpuUsage()
const ids: string[] = []
for (let crawl = 0; crawl < Number(pages) / EACH; crawl++) {
  const url = `${origin}/${crawl}-${EACH}/0`
  const { body, text } = await weir.post('/v1/crawl', {
    url,
    maxPages: EACH,
    maxDepth: 10,
    maxAge: 0,
    sameDomain: false,
    formats: ['markdown', 'links'],
  })
  if (!body.jobId) throw new Error(text)
  ids.push(body.jobId)
}
let done = 0
for (const id of ids) {
  let job = (await weir.get(`/v1/jobs/${id}`)).body.data
  for (; !job.completedAt; job = (await weir.get(`/v1/jobs/${id}`)).body.data) await Bun.sleep(200)
  done += job.completed
}
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ pages: done, seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1000 }))
await weir.close()
process.exit(0)
