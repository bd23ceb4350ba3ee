import type { Running } from '../../weir.ts'
import type { TestSite } from './site.ts'

interface Result {
  url: string
  status: string
  depth: number
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  metadata: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  [field: string]: any
}
export type Body = Record<string, unknown>

/** Crawls for tests, with a server that is started before them. */
export function crawling(weir: () => Running) {
  const start = async (body: Body, key?: string): Promise<string> => {
    const answer = await weir().post('/v1/crawl', { maxAge: 0, ...body }, { key })
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
    return answer.body.jobId
  }
  /** Crawls from the root of a site, and returns the paths of the results in order. */
  async function crawl(site: TestSite, body: Body = {}, key?: string) {
    const id = await start({ url: `${site.origin}/`, ...body }, key)
    const job = await weir().ended(id, { key })
    const pages: Result[] = await weir().results(id, { key })
    return { id, job, pages, paths: pages.map(({ url }) => url.replace(site.origin, '')) }
  }
  const used = async (key: string) => (await weir().get('/v1/users/profile', { key })).body.data.credits.used

  return { start, crawl, used }
}
