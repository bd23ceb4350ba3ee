import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Page, Request, Response } from 'playwright-core'
import { BrowserGone } from '../../../../engines/playwright/errors.ts'
import { trackNavigation } from '../../../../engines/playwright/page/navigation.ts'

function open() {
  const frame = { url: () => 'https://site.test/' }
  const page = Object.assign(new EventEmitter(), { mainFrame: () => frame })
  const navigation = trackNavigation(page as unknown as Page)
  const request = (url: string, more: Partial<Record<keyof Request, unknown>> = {}) =>
    ({
      isNavigationRequest: () => true,
      frame: () => frame,
      url: () => url,
      redirectedFrom: () => null,
      timing: () => ({ responseStart: 12.6 }),
      failure: () => ({ errorText: 'net::ERR_CONNECTION_RESET' }),
      ...more,
    }) as unknown as Request
  const answer = (to: Request, status = 200, headers: Record<string, string> = {}) =>
    ({
      request: () => to,
      status: () => status,
      headers: () => headers,
      headersArray: async () => [{ name: 'x-status', value: `${status}` }],
    }) as unknown as Response
  return { frame, page, navigation, request, answer }
}
const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'resolved',
      (error: Error) => error,
    ),
    Bun.sleep(0).then(() => 'pending'),
  ])

test('the document is the last answer to the main frame, with its redirects', async () => {
  const { page, navigation, request, answer } = open()
  expect([navigation.response, navigation.url]).toEqual([undefined, undefined])
  const first = request('https://site.test/1')
  const second = request('https://site.test/2', { redirectedFrom: () => first, timing: () => ({ responseStart: -1 }) })
  const third = request('https://site.test/3', { redirectedFrom: () => second })
  for (const [one, status] of [
    [first, 301],
    [second, 302],
    [third, 200],
  ] as const) {
    page.emit('request', one)
    page.emit('response', answer(one, status))
  }
  expect(navigation.url?.href).toBe('https://site.test/3')
  expect(navigation.response?.status()).toBe(200)
  expect(navigation.redirects('it')).toEqual([
    { engine: 'it', url: 'https://site.test/1', status: 301, reason: 'redirect', ms: 13 },
    { engine: 'it', url: 'https://site.test/2', status: 302, reason: 'redirect', ms: 0 },
  ])
  const earlier = await navigation.earlierHeaders()
  expect(earlier.map((headers) => headers.get('x-status'))).toEqual(['301', '302'])
})

test('a request follows its redirect even if the library does not report that', async () => {
  const { page, navigation, request, answer } = open()
  const urls = ['left', 'old', 'new', 'unchanged', 'last'].map((path) => `https://site.test/${path}`)
  const answers: [number, Record<string, string>?][] = [
    [200],
    [301, { location: '/new' }],
    [300, { location: '/' }],
    [302],
    [200],
  ]
  const seen: string[][] = []
  for (const [i, url] of urls.entries()) {
    const one = request(url)
    page.emit('request', one)
    page.emit('response', answer(one, ...answers[i]!))
    seen.push(navigation.redirects('it').map((hop) => `${hop.status} ${hop.url}`))
  }
  expect(seen).toEqual([[], [], ['301 https://site.test/old'], [], []])
})

test('requests of frames, scripts and popups are ignored', () => {
  const { page, navigation, request, answer } = open()
  const others = [
    request('https://site.test/frame', { frame: () => ({}) }),
    request('https://site.test/script', { isNavigationRequest: () => false }),
    request('https://site.test/popup', {
      frame: () => {
        throw new Error('no frame yet')
      },
    }),
  ]
  for (const one of others) {
    page.emit('request', one)
    page.emit('response', answer(one))
  }
  expect([navigation.response, navigation.url, navigation.redirects('it')]).toEqual([undefined, undefined, []])
})

test('a document that breaks off after its answer is broken, but not one that is left or never answered', async () => {
  for (const [isAnswered, isLast, errorText, broken] of [
    [true, true, 'net::ERR_CONNECTION_RESET', true],
    [true, true, 'net::ERR_ABORTED', false],
    [false, true, 'net::ERR_CONNECTION_RESET', false],
    [true, false, 'net::ERR_CONNECTION_RESET', false],
  ] as const) {
    const { page, navigation, request, answer } = open()
    const one = request('https://site.test/', { failure: () => ({ errorText }) })
    page.emit('request', one)
    if (isAnswered) page.emit('response', answer(one))
    if (!isLast) page.emit('request', request('https://site.test/next'))
    page.emit('requestfailed', one)
    const state = await stateOf(navigation.broken)
    expect(state instanceof Error ? state.message : state).toBe(broken ? errorText : 'pending')
  }
})

test('a crashed page is gone, and Firefox reports a failure by an error page', async () => {
  const crashed = open()
  crashed.page.emit('crash')
  expect(await stateOf(crashed.navigation.broken)).toBeInstanceOf(BrowserGone)

  const { frame, page, navigation } = open()
  page.emit('framenavigated', { url: () => 'about:neterror?e=dnsNotFound&u=x' })
  page.emit('framenavigated', frame)
  expect([navigation.documents, await stateOf(navigation.broken)]).toEqual([1, 'pending'])
  frame.url = () => 'about:certerror?e=nssBadCert&u=x'
  page.emit('framenavigated', frame)
  expect(navigation.documents).toBe(2)
  expect(String(await stateOf(navigation.broken))).toBe('Error: nssBadCert')
})

test('a download is a file, and is cancelled', async () => {
  const { page, navigation } = open()
  expect([navigation.download, await stateOf(navigation.downloading)]).toEqual([false, 'pending'])
  let cancelled = 0
  page.emit('download', {
    cancel: async () => {
      cancelled++
      throw new Error('gone already')
    },
  })
  expect([navigation.download, await stateOf(navigation.downloading), cancelled]).toEqual([true, 'resolved', 1])
})

test('an answer that no browser shows is a file even if the browser never reports that, unless it became a document', async () => {
  const asked: Record<string, string>[] = [
    { 'content-disposition': 'attachment; filename=a' },
    { 'content-type': 'application/octet-stream' },
    { 'content-type': 'text/html' },
    { 'content-disposition': 'inline' },
    { 'content-type': 'application/octet-stream' },
  ]
  const found = await Promise.all(
    asked.map(async (headers, i) => {
      const { frame, page, navigation, request, answer } = open()
      const one = request('https://site.test/')
      page.emit('request', one)
      page.emit('response', answer(one, 200, headers))
      if (i === 4) page.emit('framenavigated', frame)
      await Promise.race([navigation.downloading, Bun.sleep(3000)])
      return navigation.download
    }),
  )
  expect(found).toEqual([true, true, false, false, false])
}, 120_000)
