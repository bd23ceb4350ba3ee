import { describe, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { BrowserProfile } from '../../../engines/playwright/browser-profile.ts'
import type { Driver, OpenedPage } from '../../../engines/playwright/driver.ts'
import { openTab } from '../../../engines/playwright/open-tab.ts'
import type { BrowserProcess } from '../../../engines/playwright/process/browser-process.ts'
import { SpareTabs } from '../../../engines/playwright/spare-tabs.ts'

const profile = (userAgent: string) => ({ userAgent, mobile: false, insecure: false }) as BrowserProfile

/** A browser, and functions that open tabs in it. Its first pages fail to open, as many as `failures`. */
function start({ lifetime = 100, failures = 0 } = {}) {
  const closed: string[] = []
  const pages: EventEmitter[] = []
  let left = failures
  const driver = {
    lifetime,
    openPageProxy: async () => ({ close: () => closed.push('proxy') }),
    contextOptions: async ({ userAgent }: BrowserProfile) => ({ userAgent }),
    tab: async (opened: object) => opened,
  } as unknown as Driver
  const browser = {
    open: 1,
    opened: 0,
    hasEnded: false,
    retired: false,
    connection: {
      async newContext({ userAgent }: { userAgent: string }) {
        return {
          async newPage() {
            if (left-- > 0) throw new Error('no page')
            pages.push(new EventEmitter())
            return pages.at(-1)
          },
          close: async () => void closed.push(userAgent),
        }
      },
    },
  }
  const spares = new SpareTabs(driver)
  const process = browser as unknown as BrowserProcess
  return {
    ...{ browser, driver, closed, pages, process },
    open: (name: string) => spares.open(process, profile(name)),
    take: (name: string, of = process) =>
      spares.take(of, profile(name)) as Promise<unknown> as Promise<OpenedPage> | undefined,
    close: (of?: BrowserProcess) => spares.close(of),
  }
}
const settled = () => Bun.sleep(1)

describe('tabs that are opened ahead', () => {
  test('are as many as are in use, two at most', async () => {
    const { browser, open } = start()
    for (const [inUse, opened] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 2],
    ] as const) {
      browser.open = inUse
      open('a')
      await settled()
      expect([inUse, browser.opened]).toEqual([inUse, opened])
    }
  })

  test('are none for a browser that has ended, is retired, or has one page left', async () => {
    const opened = async (change: object, lifetime?: number) => {
      const world = start({ lifetime })
      Object.assign(world.browser, change)
      world.open('a')
      await settled()
      return world.browser.opened - ('opened' in change ? Number(change.opened) : 0)
    }
    expect([await opened({ hasEnded: true }), await opened({ retired: true })]).toEqual([0, 0])
    expect([await opened({ opened: 8 }, 10), await opened({ opened: 9 }, 10)]).toEqual([1, 0])
  })

  test('are given once, to a visitor of the same kind, in the same browser', async () => {
    const { open, take, process } = start()
    open('a')
    expect(take('b')).toBeUndefined()
    expect(take('a', { ...process } as BrowserProcess)).toBeUndefined()
    const tab = await take('a')
    expect(tab?.profile.userAgent).toBe('a')
    expect(take('a')).toBeUndefined()
  })

  test('are closed after five visitors that they did not fit', async () => {
    const { open, take, closed } = start()
    open('a')
    for (let i = 0; i < 4; i++) take('b')
    await settled()
    expect(closed).toEqual([])
    take('b')
    await settled()
    expect([closed, take('a')]).toEqual([['a', 'proxy'], undefined])
  })

  test('are opened again if that failed', async () => {
    const { open, take } = start({ failures: 4 })
    open('a')
    const tab = take('a')
    expect((await tab)?.profile.userAgent).toBe('a')
  })

  test('are dropped if they fail to open, or crash', async () => {
    const failing = start({ failures: 4 })
    failing.open('a')
    await settled()
    expect([failing.take('a'), failing.closed]).toEqual([undefined, ['proxy', 'a']])
    const crashing = start()
    crashing.open('a')
    await settled()
    crashing.pages[0]!.emit('crash')
    await settled()
    expect([crashing.take('a'), crashing.closed]).toEqual([undefined, ['a', 'proxy']])
  })

  test('are closed with their browser, or all together', async () => {
    const { open, take, close, closed, process } = start()
    open('a')
    close({ ...process } as BrowserProcess)
    await settled()
    expect(closed).toEqual([])
    close(process)
    await settled()
    expect([closed, take('a')]).toEqual([['a', 'proxy'], undefined])
    open('b')
    close()
    await settled()
    expect(closed).toEqual(['a', 'proxy', 'b', 'proxy'])
  })
})

test('opening a page is tried four times, and then everything that was opened for it is closed', async () => {
  const three = start({ failures: 3 })
  const tab = await openTab(three.driver, three.process, profile('a'))
  expect([tab.page === (three.pages[0] as unknown), three.browser.opened, three.closed]).toEqual([true, 1, []])
  const four = start({ failures: 4 })
  await expect(openTab(four.driver, four.process, profile('a'))).rejects.toThrow('no page')
  await settled()
  expect(four.closed).toEqual(['proxy', 'a'])
})
