import { EventEmitter } from 'node:events'
import type { Tab } from '../../../../engines/playwright/page/tab.ts'

/** An answer to the main frame of the page. */
export interface ShownAnswer {
  url?: string
  status?: number
  headers?: Record<string, string>
}

/** A tab that reports what a test says, as the library would, and records the calls to it. */
export function shownTab(site: string, answers: readonly ShownAnswer[] = [{}]) {
  const asked: string[] = []
  /** What the page reports about itself. */
  const shown = {
    html: '<p>Page</p>' as string | number,
    type: 'text/html',
    url: site,
    state: 'complete' as DocumentReadyState,
    size: 11,
  }
  const page = Object.assign(new EventEmitter(), {
    mainFrame: () => page,
    url: () => shown.url,
    waitForLoadState: async (_state: string) => {},
    waitForSelector: async (selector: string) => void asked.push(selector),
    screenshot: async () => new Uint8Array([1]),
    viewportSize: () => ({ width: 800, height: 600 }),
    setViewportSize: async () => {},
    evaluate: async () => ({ width: 800, height: 600, ratio: 1 }),
    keyboard: { press: async (key: string) => void asked.push(`press ${key}`) },
    async goto(url: string) {
      asked.push(`goto ${url}`)
      for (const answer of answers) page.answer(answer)
    },
    /** Reports a navigation with its answer. */
    answer({ url = site, status = 200, headers = { 'content-type': 'text/html' } }: ShownAnswer) {
      const request = {
        isNavigationRequest: () => true,
        frame: () => page,
        url: () => url,
        redirectedFrom: () => null,
        resourceType: () => 'document',
      }
      page.emit('request', request)
      page.emit('requestfinished', request)
      page.emit('response', {
        request: () => request,
        url: () => url,
        status: () => status,
        headers: () => headers,
        headersArray: async () => Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: async () => Buffer.from('the bytes'),
      })
      page.emit('framenavigated', page)
    },
  })
  const context = new EventEmitter()
  const tab = {
    page,
    context,
    pageProxy: undefined as { failure(at: URL, requested: URL): Error | undefined } | undefined,
    prepare: async () => {},
    html: async (): Promise<string | number> => shown.html,
    print: async () => new Uint8Array([2]),
    run: async (expression: string): Promise<unknown> => {
      const { type, url, state, size } = shown
      if (expression.includes('document.contentType')) return { type, url, state, size }
      asked.push('script')
      return { value: '5' }
    },
  }
  return { tab, asTab: tab as unknown as Tab, page, context, shown, asked }
}
