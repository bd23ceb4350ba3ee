import { describe, expect, test } from 'bun:test'
import type { Page as BrowserPage, Route } from 'playwright-core'
import type { PageRequest } from 'weirjs'
import { firefoxTab } from '../../../engines/firefox/firefox-tab.ts'
import { marked } from '../../../engines/firefox/own-headers.ts'
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

  test('fails with its own message, without the name of the call and the stack', async () => {
    expect(await failing('page.evaluate: Error: not today\n    at <anonymous>:1:7')).toMatchObject({
      name: 'ScriptFailed',
      message: 'Error: not today',
    })
  })

  test('has not failed if the page was closed, crashed or navigated away', async () => {
    for (const message of [
      'page.evaluate: Target page, context or browser has been closed',
      'page.evaluate: Target crashed',
      'page.evaluate: Execution context was destroyed, most likely because of a navigation',
    ])
      expect(await failing(message)).toMatchObject({ name: 'Error', message })
  })
})

describe('a request of a page with headers of the caller', () => {
  /** The headers with which a request of a page that has these headers is sent on. */
  async function sent(headers: Record<string, string>, isDocument: boolean, failure?: Error) {
    const done: object[] = []
    let decide: (route: Route) => Promise<void> = () => Promise.reject(new Error('no request is looked at'))
    let matches = (_: URL): boolean => false
    const tab = await tabOf({
      async route(match: typeof matches, handler: typeof decide) {
        matches = match
        decide = handler
      },
    })
    const url = new URL('https://site.test/')
    await tab.prepare({ url, headers: new Headers(headers) } as PageRequest)
    expect([matches(new URL('/a', url)), matches(new URL('https://other.test/'))]).toEqual([true, false])
    await decide({
      request: () => ({ isNavigationRequest: () => isDocument, headers: () => ({ own: 'browser' }) }),
      async continue(overrides: object) {
        done.push(overrides)
        if (failure) throw failure
      },
    } as unknown as Route)
    return done
  }

  test('is sent on by the browser with them', async () => {
    expect(await sent({ 'x-key': 'KEY' }, true)).toEqual([
      { headers: { own: 'browser', ...marked({ 'x-key': 'KEY' }) } },
    ])
  })

  test('gets all of them for a document, and is unchanged if none of them is for it', async () => {
    expect(await sent({ accept: 'text/plain' }, true)).toEqual([
      { headers: { own: 'browser', ...marked({ accept: 'text/plain' }) } },
    ])
    expect(await sent({ accept: 'text/plain' }, false)).toEqual([{}])
  })

  test('is not intercepted without any', async () => {
    const tab = await tabOf({ route: () => Promise.reject(new Error('looked at')) })
    await tab.prepare({ url: new URL('https://site.test/') } as PageRequest)
  })

  test('may end while it is intercepted', async () => {
    expect(await sent({ 'x-key': 'KEY' }, true, new Error('the page is gone'))).toHaveLength(1)
  })
})
