import { describe, expect, test } from 'bun:test'
import type { BrowserType } from 'playwright-core'
import type { PageProxy } from 'weirjs'
import { type ChromiumOptions, createChromiumDriver } from '../../../engines/chromium/chromium-driver.ts'
import type { BrowserProfile } from '../../../engines/playwright/browser-profile.ts'
import { rejection } from '../playwright/open-engine.ts'

const visitor: BrowserProfile = {
  userAgent: undefined,
  mobile: false,
  viewport: undefined,
  locale: undefined,
  languages: undefined,
  timeZone: undefined,
  insecure: false,
  proxy: undefined,
}
const pageProxy = { server: 'http://127.0.0.1:1', openEndpoint: async () => 'http://127.0.0.1:2' } as PageProxy

interface OpenOptions {
  server?: string
  path?: string
  sandbox?: 'on' | 'off'
  options?: ChromiumOptions
}

function open({ server, path = '/nowhere/chromium', sandbox = 'on', options = {} }: OpenOptions = {}) {
  const asked: unknown[] = []
  const warned: string[] = []
  const library = {
    async connectOverCDP(...given: unknown[]) {
      asked.push(given)
      const transport = { send() {}, _ws: { emit: () => true } }
      const _connection = { toImpl: () => ({ _connection: { _transport: transport } }) }
      return { version: () => '150.0.1.2', _connection }
    },
  } as unknown as BrowserType
  const driver = createChromiumDriver({
    library,
    kit: {
      config: { path, sandbox, server } as never,
      proxy: async () => pageProxy,
      log: { info() {}, warn: (text) => void warned.push(text), error() {}, with: () => null as never },
    },
    options,
  })
  return { driver, asked, warned }
}

describe('Chromium', () => {
  test('is replaced after five hundred pages, or as many as the engine sets', () => {
    expect([open().driver.name, open().driver.lifetime]).toEqual(['Chromium', 500])
    expect(open({ options: { lifetime: 3 } }).driver.lifetime).toBe(3)
  })

  test('is reported with a remedy if it is not installed', async () => {
    expect(await rejection(open().driver.start())).toMatchObject({
      code: 'engine_unavailable',
      details: {
        reason: 'no Chromium was found',
        remedy: 'Run `weir browsers install`, or set WEIR_CHROMIUM_PATH',
      },
    })
  })

  test('is reported once if it runs without its sandbox, and not if it has one', async () => {
    // This is no browser: it ends at once.
    const { driver, warned } = open({ path: '/bin/false', sandbox: 'off' })
    for (let i = 0; i < 2; i++) await rejection(driver.start())
    expect(warned).toEqual(['Chromium runs without its sandbox'])
    await driver.close()
  })

  test('is connected to within five seconds if it is on another machine, and has no process here', async () => {
    const { driver, asked } = open({ server: 'ws://browser.test/' })
    expect((await driver.start()).pid).toBeUndefined()
    expect(asked).toEqual([['ws://browser.test/', { timeout: 5000 }]])
  })
})

describe('a page', () => {
  const proxyOf = async (more: Partial<BrowserProfile>, proxy: PageProxy | undefined, options?: ChromiumOptions) =>
    (await open({ options }).driver.contextOptions({ ...visitor, ...more }, proxy)).proxy
  test('uses our proxy, whose password the library does not get', async () => {
    expect(await proxyOf({}, pageProxy)).toEqual({ server: 'http://127.0.0.1:1' })
    expect(await proxyOf({}, pageProxy, { proxyAccess: 'open-endpoint' })).toEqual({ server: 'http://127.0.0.1:2' })
    expect(await open().driver.openPageProxy(undefined)).toBe(pageProxy)
  })
  test("uses the operator's proxy if the browser is on another machine", async () => {
    const proxy = { url: new URL('http://me:p%40ss@proxy.test:8080/') }
    expect(await proxyOf({ proxy }, undefined)).toEqual({
      server: 'http://proxy.test:8080',
      username: 'me',
      password: 'p@ss',
    })
    expect(await proxyOf({}, undefined)).toBeUndefined()
    expect(await open({ server: 'ws://browser.test/' }).driver.openPageProxy(undefined)).toBeUndefined()
  })
  test('has the settings of a phone for a mobile visitor, with the version that runs', async () => {
    const { driver } = open({ server: 'ws://browser.test/' })
    await driver.start()
    expect(await driver.contextOptions({ ...visitor, mobile: true }, undefined)).toMatchObject({
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2.625,
      userAgent: expect.stringMatching(/Android.*Chrome\/150\./),
    })
    const own = await driver.contextOptions({ ...visitor, mobile: true, userAgent: 'Mine/1' }, undefined)
    expect(own.userAgent).toBe('Mine/1')
    expect('isMobile' in (await driver.contextOptions(visitor, undefined))).toBe(false)
  })
  test('has the context options of its engine', async () => {
    const context = () => ({ locale: 'xx' })
    const { driver } = open({ options: { context } })
    expect(await driver.contextOptions(visitor, pageProxy)).toEqual({
      locale: 'xx',
      proxy: { server: 'http://127.0.0.1:1' },
    })
  })
})
