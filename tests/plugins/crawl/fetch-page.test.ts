import { expect, test } from 'bun:test'
import { ApiError, type Kit } from 'weirjs'
import type { CrawlConfig } from '../../../plugins/crawl/config.ts'
import { fetchPage, type PageWork } from '../../../plugins/crawl/fetch-page.ts'
import type { CrawlState } from '../../../plugins/crawl/state.ts'

const url = new URL('https://example.com/a')

/** The error of a page whose engine fails with `error`, and the statuses that the politeness of the crawl records. */
async function failing(error: ApiError, { attempt = 1, depth = 1 } = {}) {
  const told: unknown[] = []
  const kit = { politeness: { recordResponse: async (_: string, { status }: { status: number }) => told.push(status) } }
  const state = {
    prepared: () => ({ optionsFor: () => ({ request: {} }), isOnSite: () => true, mayLeave: () => false }),
    scraper: { page: () => Promise.reject(error) },
  }
  const signal = new AbortController().signal
  const work = { input: {}, item: { url: url.href, depth }, attempt, signal, report() {} } as unknown as PageWork
  const crawler = { kit: kit as unknown as Kit<CrawlConfig>, state: state as unknown as CrawlState }
  const failure: ApiError = await fetchPage(work, url, { signal }, crawler).then(
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
