import { expect, test } from 'bun:test'
import type { GuardedFetch, PageRequest } from 'weirjs'
import { type AskInit, createOnlineSession } from '../../../../plugins/scrape/online/ask.ts'

const url = new URL('https://page.test/')
const service = new URL('https://service.test/api')

/** Sends a request to a service with this answer, and returns what was sent and the result. */
async function asked(changes: Partial<PageRequest>, init: AskInit = {}, answer: Partial<Response> = {}) {
  const sent: { headers: Headers; keepExchanges: boolean }[] = []
  const fetch = (async (to: URL, given: (typeof sent)[number]) => {
    sent.push(given)
    const bytes = async () => new TextEncoder().encode('<title>Just a moment...</title>')
    return { url: to, status: 200, headers: new Headers(), bytes, ...answer }
  }) as unknown as GuardedFetch
  const page = { url, timeout: 1000, maxBytes: 1000, ...changes } as PageRequest
  const { ask } = createOnlineSession({ fetch, page, signal: AbortSignal.timeout(1000), service: 'service' })
  const failure = await ask(service, init).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { failure, ...sent[0]! }
}

test('an answer of a service is captured if the page is, but never a posted body', async () => {
  const kept = async (keepExchanges: boolean, init?: AskInit) => (await asked({ keepExchanges }, init)).keepExchanges
  expect([await kept(true), await kept(true, { method: 'POST' }), await kept(false)]).toEqual([true, false, false])
})

test('the languages of a caller are sent, unless a header sets them', async () => {
  const location = { languages: ['de', 'en'] }
  const told = async (headers?: Headers) => (await asked({ location, headers })).headers.get('accept-language')
  expect(await told()).toBe('de, en')
  expect(await told(new Headers({ 'accept-language': 'fr' }))).toBe('fr')
})

test('a challenge of a service is reported like one of a page, with a remedy', async () => {
  const headers = new Headers({ 'cf-mitigated': 'challenge', 'content-type': 'text/html' })
  const { failure } = await asked({}, {}, { status: 403, headers })
  expect(failure).toMatchObject({
    code: 'scraping_failed',
    message: expect.stringContaining('useProxy: true may help'),
    details: { url: url.href, reason: 'blocked', vendor: 'cloudflare' },
  })
})
