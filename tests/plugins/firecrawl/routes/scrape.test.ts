import { expect, test } from 'bun:test'
import { ApiError, type PluginApp } from 'weirjs'
import { scrapeRoute } from '../../../../plugins/firecrawl/routes/scrape.ts'

type Request = Record<'body' | 'caller' | 'request' | 'warnings', unknown>
interface Route {
  handle: (request: Request) => Promise<{ data: { metadata: { proxyUsed: string } } }>
  check: (request: Request) => unknown
}

const blocked = new ApiError('scraping_failed', 'The site turned the request away', { reason: 'blocked' })
const page = { warnings: [], data: { markdown: 'A', metadata: { url: 'https://a.example/', statusCode: 200 } } }

/** The result of a page with these failures, one for each attempt, and whether each attempt used stealth. */
async function scraped(proxy: string, failures: readonly unknown[]) {
  const asked: boolean[] = []
  const scrapes = {
    read: (body: object) => body,
    async one(_: URL, options: { stealth?: boolean }) {
      const failure = failures[asked.length]
      asked.push(options.stealth === true)
      if (failure) throw failure
      return page
    },
  }
  let route: Route | undefined
  const app = {
    post(_: string, handle: Route['handle'], { beforeHandle }: { beforeHandle: Route['check'] }) {
      route = { handle, check: beforeHandle }
    },
  } as unknown as PluginApp
  const kit = { origin: () => 'https://weir.example' }
  const given = [app, kit, { scrapes }, { version: 2, path: '/v2' }] as unknown as Parameters<typeof scrapeRoute>
  scrapeRoute(...given)
  const body = { url: 'https://a.example/', proxy }
  const { signal } = new AbortController()
  const request = { body, caller: { account: {} }, request: { signal, headers: new Headers() }, warnings: [] }
  await route!.check(request)
  const answer = await route!.handle(request).catch((error: unknown) => error)
  return { asked, answer }
}

test('a page that blocks Weir is retried once, with stealth, if the proxy is `auto`', async () => {
  const { asked, answer } = await scraped('auto', [blocked])
  expect(asked).toEqual([false, true])
  expect(answer).toMatchObject({ data: { metadata: { proxyUsed: 'stealth' } } })
})

test.each([
  ['another proxy was requested', 'basic', [blocked], [false]],
  ['it failed for another reason', 'auto', [new ApiError('timeout', 'It took too long')], [false]],
  ['it blocks stealth too', 'auto', [blocked, blocked], [false, true]],
])('it fails if %s', async (_, proxy, failures, times) => {
  const { asked, answer } = await scraped(proxy, failures)
  expect(asked).toEqual(times)
  expect(answer).toBe(failures.at(-1))
})
