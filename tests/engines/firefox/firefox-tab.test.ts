import { describe, expect, test } from 'bun:test'
import type { Page as BrowserPage, Route } from 'playwright-core'
import type { PageRequest } from 'weirjs'
import { firefoxTab } from '../../../engines/firefox/firefox-tab.ts'
import { rejection } from '../playwright/open-engine.ts'

const tabOf = (page: object) => {
  const whole = { addInitScript: async () => {}, ...page }
  return firefoxTab({ page: whole as unknown as BrowserPage, context: {} as never, pageProxy: undefined })
}

describe('a script that a page of Firefox runs', () => {
  const failing = async (message: string) =>
    rejection((await tabOf({ evaluate: () => Promise.reject(new Error(message)) })).run('1'))

  test('gives its result', async () => {
    expect(await (await tabOf({ evaluate: async () => 7 })).run('1')).toBe(7)
  })

  test('is told as failed by what it says, without the name of the call and the stack', async () => {
    expect(await failing('page.evaluate: Error: not today\n    at <anonymous>:1:7')).toMatchObject({
      name: 'ScriptFailed',
      message: 'Error: not today',
    })
  })

  test('has not failed where the page has closed, crashed or gone elsewhere', async () => {
    for (const message of [
      'page.evaluate: Target page, context or browser has been closed',
      'page.evaluate: Target crashed',
      'page.evaluate: Execution context was destroyed, most likely because of a navigation',
    ])
      expect(await failing(message)).toMatchObject({ name: 'Error', message })
  })
})

describe("a request of a page that goes with the caller's headers", () => {
  const answerOf = (status: number, headers: Record<string, string> = {}) => ({
    status: () => status,
    headers: () => headers,
    headersArray: () => Object.entries(headers).map(([name, value]) => ({ name, value })),
  })

  /** What is done with one request of a page, got with these headers. */
  async function sent(
    headers: Record<string, string>,
    isDocument: boolean,
    fetch: () => Promise<ReturnType<typeof answerOf>> = async () => answerOf(200),
  ) {
    const done: unknown[][] = []
    let answer: (route: Route) => Promise<void> = () => Promise.reject(new Error('no request is looked at'))
    let matches = (_: URL): boolean => false
    const tab = await tabOf({
      async route(match: typeof matches, handler: typeof answer) {
        matches = match
        answer = handler
      },
    })
    const url = new URL('https://site.test/')
    await tab.prepare({ url, headers: new Headers(headers) } as PageRequest)
    expect([matches(new URL('/a', url)), matches(new URL('https://other.test/'))]).toEqual([true, false])
    await answer({
      request: () => ({ isNavigationRequest: () => isDocument, headers: () => ({ own: 'browser' }) }),
      continue: async () => void done.push(['continue']),
      fulfill: async ({ response }: { response: ReturnType<typeof answerOf> }) =>
        void done.push(['fulfill', response.status()]),
      abort: async (why: string) => void done.push(['abort', why]),
      fetch(options: { headers: object; maxRedirects: number }) {
        done.push(['fetch', options.headers, options.maxRedirects])
        return fetch()
      },
    } as unknown as Route)
    return { done, redirects: [...(tab.redirects?.values() ?? [])] }
  }

  test('is fetched for it with them, and its redirects are left to the browser', async () => {
    expect((await sent({ 'x-key': 'KEY' }, true)).done).toEqual([
      ['fetch', { own: 'browser', 'x-key': 'KEY' }, 0],
      ['fulfill', 200],
    ])
  })

  test('is told of where it was redirected, as the library does not tell', async () => {
    const redirect = answerOf(302, { location: '/b', 'set-cookie': 'a=b' })
    const { done, redirects } = await sent({ 'x-key': 'KEY' }, true, async () => redirect)
    expect(done.at(-1)).toEqual(['fulfill', 302])
    expect(redirects).toEqual([{ status: 302, headers: new Headers(redirect.headers()) }])
    expect((await sent({ 'x-key': 'KEY' }, true)).redirects).toEqual([])
  })

  test('gets all of them for a document, and is left to the browser where none of them is for it', async () => {
    expect((await sent({ accept: 'text/plain' }, true)).done[0]).toEqual([
      'fetch',
      { own: 'browser', accept: 'text/plain' },
      0,
    ])
    expect((await sent({ accept: 'text/plain' }, false)).done).toEqual([['continue']])
  })

  test('is not looked at where there are none', async () => {
    const tab = await tabOf({ route: () => Promise.reject(new Error('looked at')) })
    await tab.prepare({ url: new URL('https://site.test/') } as PageRequest)
  })

  test('fails as a connection where it cannot be fetched', async () => {
    const { done } = await sent({ 'x-key': 'KEY' }, true, () => Promise.reject(new Error('refused')))
    expect(done.at(-1)).toEqual(['abort', 'connectionfailed'])
  })
})
