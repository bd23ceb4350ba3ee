import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Tab } from '../../../../engines/playwright/page/tab.ts'
import { visit } from '../../../../engines/playwright/page/visit.ts'
import { rejection } from '../open-engine.ts'

const url = new URL('https://site.test/')
const challenge = '<title>Just a moment...</title><p>Checking your browser</p><script>window._cf_chl_opt = {}</script>'
const passed = '<title>Site</title><p>PASSED</p>'

/** A tab whose site challenges it until it is let through. */
function challengedTab() {
  let html = ''
  const page = Object.assign(new EventEmitter(), {
    mainFrame: () => page,
    waitForLoadState: async () => {},
    goto: refuse,
  })
  const tab = {
    page,
    context: new EventEmitter(),
    pageProxy: undefined,
    prepare: async () => {},
    html: async () => html,
    run: async () => ({ type: 'text/html', url: url.href, state: 'complete' }),
  }
  const navigate = (status: number) => {
    const request = {
      isNavigationRequest: () => true,
      frame: () => page,
      url: () => url.href,
      redirectedFrom: () => null,
      resourceType: () => 'document',
    }
    page.emit('request', request)
    page.emit('requestfinished', request)
    page.emit('response', {
      request: () => request,
      url: () => url.href,
      status: () => status,
      headers: () => ({ 'content-type': 'text/html' }),
      headersArray: async () => [{ name: 'content-type', value: 'text/html' }],
    })
  }
  async function refuse() {
    navigate(403)
    html = challenge
  }
  async function letThrough() {
    navigate(200)
    html = passed
  }
  return { tab: tab as unknown as Tab, letThrough }
}

const get = (tab: Tab, time: number, meanwhile: () => Promise<void>) =>
  visit(
    tab,
    { url, timeout: 30_000, maxBytes: 10_000 },
    {
      engine: 'browser',
      kit: { fetch: () => Promise.reject(new Error('nothing is fetched beside the browser')) },
      signal: new AbortController().signal,
      challenge: { wait: () => time, meanwhile },
    },
  )

test('a challenge has its time limit to let the browser through', async () => {
  const { tab, letThrough } = challengedTab()
  const { status, body } = await get(tab, 20_000, letThrough)
  expect(status).toBe(200)
  expect(new TextDecoder().decode(body as Uint8Array)).toBe(passed)
})

test('a challenge without time left is reported as blocked', async () => {
  const { tab, letThrough } = challengedTab()
  expect(await rejection(get(tab, 0, letThrough))).toMatchObject({
    code: 'scraping_failed',
    details: { reason: 'blocked', vendor: 'cloudflare' },
  })
})

test('a file that the browser shows in its own viewer is not waited for, unless the request looks at it', async () => {
  const frame = {}
  const waited: string[] = []
  const page = Object.assign(new EventEmitter(), {
    mainFrame: () => frame,
    // A viewer never counts as loaded.
    waitForLoadState: async (state: string) => {
      waited.push(state)
      throw new Error('it never loads')
    },
    async goto() {
      const request = {
        isNavigationRequest: () => true,
        frame: () => frame,
        url: () => url.href,
        redirectedFrom: () => null,
        resourceType: () => 'document',
      }
      const headers = { 'content-type': 'application/pdf' }
      page.emit('request', request)
      page.emit('response', { request: () => request, url: () => url.href, status: () => 200, headers: () => headers })
    },
  })
  const tab = {
    page,
    context: Object.assign(new EventEmitter(), { cookies: async () => [] }),
    pageProxy: undefined,
    prepare: async () => {},
  } as unknown as Tab
  const fetched = { url, status: 200, headers: new Headers(), bytes: async () => new TextEncoder().encode('%PDF-') }
  const get = (more: object) =>
    visit(
      tab,
      { url, timeout: 5_000, maxBytes: 10_000, ...more },
      {
        engine: 'browser',
        kit: { fetch: async () => fetched as never },
        signal: new AbortController().signal,
      },
    )
  expect(new TextDecoder().decode((await get({})).body as Uint8Array)).toBe('%PDF-')
  expect(waited).toEqual([])
  for (const more of [{ screenshot: {} }, { executeJS: '1' }, { pdf: true }, { waitForSelector: 'embed' }]) {
    await rejection(get(more))
    expect(waited.splice(0).length).toBeGreaterThan(0)
  }
})

test('an element that is there is found without the library, and another is waited for with it', async () => {
  const { tab, letThrough } = challengedTab()
  const asked: string[] = []
  const run = async (expression: string) => {
    if (!expression.includes('querySelector')) return { type: 'text/html', url: url.href, state: 'complete' }
    asked.push(expression)
    if (expression.includes('(1)')) throw new Error('SyntaxError: not a selector')
    return expression.includes('"#there"')
  }
  const waited: string[] = []
  const waitForSelector = async (selector: string) => void waited.push(selector)
  Object.assign(tab, { run })
  Object.assign(tab.page, { goto: letThrough, waitForSelector })
  const options = {
    engine: 'browser',
    kit: { fetch: () => Promise.reject(new Error('nothing is fetched beside the browser')) },
    signal: new AbortController().signal,
  }
  for (const waitForSelector of ['#there', '#late', 'li:nth-match(1)'])
    expect((await visit(tab, { url, timeout: 30_000, maxBytes: 10_000, waitForSelector }, options)).status).toBe(200)
  expect(asked).toHaveLength(3)
  expect(waited).toEqual(['css=#late', 'css=li:nth-match(1)'])
})
