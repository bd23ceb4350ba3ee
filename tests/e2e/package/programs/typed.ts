import { convert, scrape } from 'weirjs'
import { type CrawledPage, pages, Weir, WeirError } from 'weirjs/client'

/** Checks the types of the client and the library at compile time. */
const weir = new Weir({ url: 'http://127.0.0.1:3000', key: 'wr_key', retries: 1 })
export async function read(site: string): Promise<string[]> {
  const { data, warnings = [] } = await weir.scrape(site, { formats: ['markdown'], engine: 'one-of-my-own' })
  const lines: string[] = [data.markdown ?? '', data.metadata.url, ...warnings]
  // @ts-expect-error There is no such option.
  await weir.scrape(site, { formts: ['markdown'] })
  // @ts-expect-error A scrape has no such field.
  lines.push(data.markdwn)
  for await (const page of weir.results(await weir.crawl(site))) {
    const crawled: CrawledPage = page
    lines.push(crawled.markdown ?? crawled.url)
  }
  for await (const list of pages((cursor) => weir.jobs.list({ cursor })))
    lines.push(...list.data.jobs.map(({ id }) => id))
  try {
    lines.push((await weir.call('GET', '/v1/jobs/{jobId}', { path: { jobId: 'job_1' } })).data.status)
    // @ts-expect-error A job is read by its id.
    await weir.call('GET', '/v1/jobs/{jobId}')
  } catch (error) {
    if (error instanceof WeirError) lines.push(error.code, error.field ?? '', error.remedy ?? '')
  }
  return [...lines, (await scrape(site)).data.content, (await convert('<p>Tea')).data.content]
}
