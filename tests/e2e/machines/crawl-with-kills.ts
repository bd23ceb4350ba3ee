import { crawlOf, type Tangle } from '../../plugins/crawl/tangle.ts'
import type { Machine } from './machine.ts'

/** The outcome of a crawl, as far as it must be the same however it was disturbed. */
export interface Crawled {
  status: string
  pages: number
  failed: number
  creditsUsed: number
  /** Addresses that have more than one result. */
  twice: string[]
  /** Events of the job that are missing or duplicated. */
  gaps: number
}

/** Asks one of several machines, and the next one if it does not answer. */
async function ask(machines: readonly Machine[], method: string, path: string, body?: unknown) {
  for (let i = 0; ; i = (i + 1) % machines.length) {
    const answer = await machines[i]!.call(method, path, body).catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 429) return answer.body
    if (answer && answer.status < 500) await Bun.sleep(1000)
    await Bun.sleep(100)
  }
}

/**
 * Crawls a tangle with machines that are killed and started again, `kills` times in all; each runs for at most `life`
 * milliseconds. Gives the outcome, and the number of kills before the end of the crawl.
 */
export async function crawlWithKills(
  machines: readonly Machine[],
  tangle: Tangle,
  { count, kills, life }: { count: number; kills: number; life: number },
) {
  const answering = machines.filter(({ answers }) => answers)
  const { jobId } = await ask(answering, 'POST', '/v1/crawl', crawlOf(tangle, count))
  let ended = false
  let killed = 0
  const killing = Promise.all(
    machines.map(async (machine) => {
      for (;;) {
        await Bun.sleep(Math.random() * life)
        if (ended || killed >= kills) return
        killed++
        await machine.kill()
        await machine.start()
      }
    }),
  )
  let job: { completedAt: string | null; status: string; creditsUsed: number; failed: number; completed: number }
  do {
    await Bun.sleep(300)
    job = (await ask(answering, 'GET', `/v1/jobs/${jobId}`)).data
  } while (job.completedAt === null)
  ended = true
  await killing
  const urls: string[] = []
  for (let cursor = ''; ; ) {
    const page = (await ask(answering, 'GET', `/v1/jobs/${jobId}/results?limit=100${cursor}`)).data
    for (const { url } of page.results) urls.push(url)
    if (page.nextCursor === null) break
    cursor = `&cursor=${page.nextCursor}`
  }
  const crawled: Crawled = {
    status: job.status,
    pages: job.completed,
    failed: job.failed,
    creditsUsed: job.creditsUsed,
    twice: urls.filter((url, i) => urls.indexOf(url) !== i),
    gaps: job.completed + job.failed - urls.length,
  }
  return { crawled, killed, jobId }
}
