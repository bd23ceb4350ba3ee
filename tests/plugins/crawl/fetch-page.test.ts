import { expect, test } from 'bun:test'
import { ApiError, type Kit } from 'weirjs'
import type { CrawlConfig } from '../../../plugins/crawl/config.ts'
import { fetchPage, type PageWork } from '../../../plugins/crawl/fetch-page.ts'
import type { CrawlState } from '../../../plugins/crawl/state.ts'

const url = new URL('https://example.com/a')

/** Fetches a page that the scraper gives or fails with; `told`: the statuses that the politeness records. */
function fetching(page: () => Promise<unknown>, { attempt = 1, depth = 1 } = {}) {
  const told: unknown[] = []
  const kit = {
    clock: { now: () => 0 },
    politeness: { recordResponse: async (_: string, { status }: { status: number }) => told.push(status) },
  }
  const state = {
    prepared: () => ({ optionsFor: () => ({ request: {} }), isOnSite: () => true, mayLeave: () => false }),
    scraper: { page },
  }
  const signal = new AbortController().signal
  const work = { input: {}, item: { url: url.href, depth }, attempt, signal, report() {} } as unknown as PageWork
  const crawler = { kit: kit as unknown as Kit<CrawlConfig>, state: state as unknown as CrawlState }
  return { fetched: fetchPage(work, url, { signal }, crawler), told }
}

/** The error of a page whose engine fails with `error`. */
async function failing(error: ApiError, options?: { attempt?: number; depth?: number }) {
  const { fetched, told } = fetching(() => Promise.reject(error), options)
  const failure: ApiError = await fetched.then(
    () => expect.unreachable(),
    (thrown) => thrown,
  )
  return { failure, told }
}
const late = new ApiError('timeout', 'It took too long')
const lasting = new ApiError('scraping_failed', 'It redirects for ever', { reason: 'too_many_redirects' })

test('a temporary failure is retried once', async () => {
  expect((await failing(late)).failure).toMatchObject({ code: 'timeout', retryAfter: 1, cause: late })
  expect((await failing(late, { attempt: 2 })).failure).toBe(late)
})

test('a permanent failure is not retried', async () => {
  expect((await failing(lasting)).failure).toBe(lasting)
})

test('a failure of the start page fails the crawl', async () => {
  const { failure } = await failing(late, { depth: 0 })
  expect(failure).toMatchObject({ code: 'crawl_failed', failsJob: true, details: { reason: 'timeout', url: url.href } })
})

test('a host that responds too late, or closes the connection, is requested more slowly', async () => {
  const broken = new ApiError('scraping_failed', 'It broke off', { reason: 'reset' })
  expect((await failing(late)).told).toEqual([0])
  expect((await failing(broken)).told).toEqual([0])
  expect((await failing(lasting)).told).toEqual([])
})

test('a host that asks for a pause is asked twice more, and what it then says is the page', async () => {
  const busy = { headers: new Headers({ 'retry-after': '2' }), metadata: { url: url.href, statusCode: 429 } }
  const fetched = (attempt: number) => fetching(async () => busy, { attempt }).fetched
  for (const attempt of [1, 2]) await expect(fetched(attempt)).rejects.toMatchObject({ retryAfter: 2 })
  expect(await fetched(3)).toBe(busy as never)
})
