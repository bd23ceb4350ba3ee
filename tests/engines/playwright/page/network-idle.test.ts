import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Page as BrowserPage, Request } from 'playwright-core'
import { watchNetwork } from '../../../../engines/playwright/page/network-idle.ts'

const request = (type: string, redirectedFrom: Request | null = null) =>
  ({ resourceType: () => type, redirectedFrom: () => redirectedFrom }) as Request

/** The test controls the clock. */
beforeEach(() => {
  jest.useFakeTimers()
  jest.advanceTimersByTime(10_000)
})
afterEach(() => void jest.useRealTimers())

function watch({ reportsIdle = false } = {}) {
  const page = new EventEmitter()
  const network = watchNetwork(page as unknown as BrowserPage, { reportsIdle })
  return {
    network,
    ask(one: Request) {
      page.emit('request', one)
      return { finish: () => page.emit('requestfinished', one), fail: () => page.emit('requestfailed', one) }
    },
    /** Milliseconds of the fake clock until the page counts as done. */
    async waited(): Promise<number> {
      let done = false
      void network.wait(new AbortController().signal).then(() => {
        done = true
      })
      let waited = 0
      for (; waited < 10_000 && !done; waited++) {
        jest.advanceTimersByTime(1)
        for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      }
      return waited
    },
  }
}

describe('a loaded page is done', () => {
  test('almost at once if it requested nothing, or got the answer some time ago', async () => {
    expect(await watch().waited()).toBe(30)
    const { ask, waited } = watch()
    ask(request('script')).finish()
    jest.advanceTimersByTime(10)
    expect(await waited()).toBe(30)
  })

  test('when it has requested nothing for a while, and sooner if it reports that it is idle', async () => {
    for (const [reportsIdle, least] of [
      [false, 120],
      [true, 60],
    ] as const) {
      const { ask, waited } = watch({ reportsIdle })
      const answer = ask(request('fetch'))
      jest.advanceTimersByTime(10)
      setTimeout(answer.fail, 200)
      expect(await waited()).toBeWithin(200 + least, 200 + least + 20)
    }
  })

  test('not almost at once if an answer came a moment ago', async () => {
    const { ask, waited } = watch()
    ask(request('script')).finish()
    expect(await waited()).toBeWithin(120, 140)
  })

  test('after three seconds if an answer never ends', async () => {
    const { ask, waited } = watch()
    ask(request('xhr'))
    expect(await waited()).toBeWithin(3000, 3020)
  })

  test('without waiting for resources that do not build it, or for a redirect that was not reported as finished', async () => {
    const { network, ask, waited } = watch()
    ask(request('image'))
    expect(await waited()).toBe(30)
    expect(network.started).toBe(0)
    const before = request('document')
    ask(before)
    ask(request('document', before)).finish()
    jest.advanceTimersByTime(10)
    expect(await waited()).toBe(30)
    expect(network.started).toBe(2)
  })
})
