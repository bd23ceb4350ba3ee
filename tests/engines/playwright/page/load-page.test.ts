import { describe, expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { type LoadOptions, loadPage } from '../../../../engines/playwright/page/load-page.ts'
import type { Navigation } from '../../../../engines/playwright/page/navigation.ts'
import type { Tab } from '../../../../engines/playwright/page/tab.ts'

interface World {
  url?: string
  request?: Partial<PageRequest>
  /** The result of the navigation. */
  goto?: () => Promise<unknown>
  contentType?: string
  downloading?: Promise<void>
  /** The result of waiting for each load state. */
  wait?: (state: string) => Promise<void>
  idle?: () => Promise<void>
  left?: number
}

/** Loads a page in a tab that does as the test says, and returns the calls to it in order. */
async function load({ url = 'https://a.example/x', left = 10_000, ...world }: World = {}) {
  const asked: unknown[] = []
  const tab = {
    page: {
      async goto(href: string, options: unknown) {
        asked.push(['goto', href, options])
        await world.goto?.()
      },
      async waitForLoadState(state: string, { timeout }: { timeout: number }) {
        asked.push([state, timeout])
        await world.wait?.(state)
      },
    },
    ...(world.idle && { idle: world.idle }),
  } as unknown as Tab
  const headers = () => (world.contentType === undefined ? {} : { 'content-type': world.contentType })
  const navigation = { response: { headers }, downloading: world.downloading ?? new Promise(() => {}) }
  const options = { network: { wait: async () => void asked.push('network') }, left: () => left }
  const request = { url: new URL(url), ...world.request } as PageRequest
  const isShown = await loadPage(tab, request, navigation as unknown as Navigation, options as unknown as LoadOptions)
  return { isShown, asked }
}
const failing =
  (message: string, name = 'Error') =>
  async () => {
    throw Object.assign(new Error(message), { name })
  }

describe('a page is shown', () => {
  test('when it has loaded and its scripts are idle, with time left to read it', async () => {
    expect(await load()).toEqual({
      isShown: true,
      asked: [
        ['goto', 'https://a.example/x', { waitUntil: 'commit', timeout: 0 }],
        ['domcontentloaded', 0],
        ['load', 0],
        ['load', 8500],
        'network',
        ['load', 8500],
      ],
    })
    expect((await load({ left: 1000 })).asked.at(-1)).toEqual(['load', 1])
  })

  test('as soon as it is parsed or loaded, as a browser may report only one of them', async () => {
    for (const silent of ['domcontentloaded', 'load']) {
      let first = true
      const wait = (state: string) => {
        if (state !== silent || !first) return Promise.resolve()
        first = false
        return new Promise<void>(() => {})
      }
      expect((await load({ wait })).isShown).toBe(true)
    }
  })

  test('without a part of it that never arrives', async () => {
    let waits = 0
    const wait = async () => {
      if (++waits > 2) await failing('Timeout 8500ms exceeded', 'TimeoutError')()
    }
    expect((await load({ wait })).isShown).toBe(true)
    waits = 0
    const broken = async () => {
      if (++waits > 2) await failing('Page crashed')()
    }
    await expect(load({ wait: broken })).rejects.toThrow('Page crashed')
  })

  test('after a second at most, whether it reports that it is idle or not', async () => {
    let isAsked = false
    const idle = async () => {
      isAsked = true
      throw new Error('it went elsewhere')
    }
    expect([(await load({ idle })).isShown, isAsked]).toEqual([true, true])
    expect((await load({ idle: () => new Promise(() => {}) })).isShown).toBe(true)
  })
})

describe('nothing is shown', () => {
  test.each([
    'Download is starting',
    'net::ERR_ABORTED at https://a.example/x',
    'NS_BINDING_ABORTED',
    'net::ERR_INVALID_AUTH_CREDENTIALS',
    'net::ERR_HTTP_RESPONSE_CODE_FAILURE',
  ])('if the browser says %p', async (message) => {
    const { isShown, asked } = await load({ goto: failing(message) })
    expect([isShown, asked.length]).toEqual([false, 1])
  })

  test('if a file begins before the browser reports the page', async () => {
    const goto = () => new Promise(() => {})
    expect((await load({ goto, downloading: Promise.resolve() })).isShown).toBe(false)
  })

  test('for a file that the browser has a viewer for, unless the request looks at it', async () => {
    const shown = async (request: Partial<PageRequest> = {}) =>
      (await load({ contentType: 'application/pdf', request })).isShown
    expect(await shown()).toBe(false)
    expect(await shown({ actions: [] })).toBe(false)
    const wants = [
      { screenshot: {} },
      { pdf: true },
      { executeJS: '1' },
      { actions: [{ type: 'wait' }] },
      { waitForSelector: 'p' },
    ]
    for (const request of wants) expect([request, await shown(request as never)]).toEqual([request, true])
    expect((await load({ contentType: 'text/html' })).isShown).toBe(true)
  })
})

test('other schemes than those of the web, and failures, are reported', async () => {
  await expect(load({ url: 'file:///etc/passwd' })).rejects.toThrow('ERR_UNKNOWN_URL_SCHEME')
  await expect(load({ url: 'ftp://a.example/' })).rejects.toThrow('ERR_UNKNOWN_URL_SCHEME')
  expect((await load({ url: 'http://a.example/' })).isShown).toBe(true)
  await expect(load({ goto: failing('net::ERR_NAME_NOT_RESOLVED') })).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
})
