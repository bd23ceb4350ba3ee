import { connect } from 'node:net'
import type { Browser, BrowserContextOptions, BrowserType } from 'playwright-core'
import { ApiError, type EngineKit, type Ready } from 'weirjs'
import { PHONE_SCALE, type Visitor } from '../playwright/browser-profile.ts'
import type { Driver } from '../playwright/pool.ts'
import { startBrowser, versionOf } from '../playwright/process/start-browser.ts'
import { createWorkspace } from '../playwright/process/workspace.ts'
import { mobileUserAgentOf, unwantedArguments } from './arguments.ts'
import type { ChromiumSettings } from './chromium-settings.ts'
import { chromiumTab } from './chromium-tab.ts'
import type { ClientHints } from './client-hints.ts'
import { dropNoise } from './drop-noise.ts'
import { findChromium } from './find-chromium.ts'

/** Milliseconds until a browser elsewhere counts as out of reach. */
const CONNECTING_TIME = 5000
const REMEDY = 'Run `weir browsers install`, or set WEIR_CHROMIUM_PATH'

const isRoot = () => process.getuid?.() === 0

/** Whether Chromium can run here, found out without starting it. */
export async function chromiumReady(
  { path, server, sandbox }: ChromiumSettings,
  shell: 'first' | 'never',
): Promise<Ready> {
  if (server) return elsewhereReady(server)
  const found = findChromium(path, { shell })
  if (!found)
    return {
      ready: false,
      reason: path ? 'there is no Chromium at WEIR_CHROMIUM_PATH' : 'no Chromium was found',
      remedy: REMEDY,
    }
  const version = await versionOf(found.program)
  if (!version) return { ready: false, reason: 'the Chromium that was found does not run', remedy: REMEDY }
  const build = found.shell ? `${version}, headless shell` : version
  return { ready: true, detail: sandbox === 'off' || isRoot() ? `${build}, without a sandbox` : build }
}

/** Somebody listens there; whether it is Chromium shows when it is used. */
async function elsewhereReady(server: string): Promise<Ready> {
  const { hostname, port, protocol } = new URL(server)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (/s:$/.test(protocol) ? 443 : 80)),
    timeout: CONNECTING_TIME,
  })
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
  })
  socket.destroy()
  if (reached) return { ready: true, detail: 'a browser elsewhere' }
  return {
    ready: false,
    reason: 'the browser at WEIR_CHROMIUM_WS cannot be reached',
    remedy: 'Start it, or correct WEIR_CHROMIUM_WS',
  }
}

/** How one engine's Chromium differs from another's. */
export interface ChromiumKind {
  shell: 'first' | 'never'
  /** Pages after which it is replaced. */
  lifetime: number
  /** Starts without a window. */
  headless: boolean
  arguments(version: string): readonly string[]
  context(visitor: Visitor): BrowserContextOptions
  /** What the protocol is told of who the browser is, where its arguments do not say all of it. */
  identity?(visitor: Visitor, version: string): ClientHints | undefined
  /**
   * By the shared address of the proxy with a password, or by a door of the page's own, where the library takes the
   * challenge for itself.
   */
  entrance: 'password' | 'door'
}

export interface ChromiumDriverOptions {
  type: BrowserType
  kind: ChromiumKind
  kit: Pick<EngineKit<ChromiumSettings>, 'config' | 'proxy' | 'log'>
}

/** Chromium under the pool: started here, or found elsewhere. */
export function createChromiumDriver({ type, kind, kit }: ChromiumDriverOptions): Driver & { close(): Promise<void> } {
  const { config, log } = kit
  const workspace = createWorkspace()
  let version = ''
  let told = false

  const startHere = async () => {
    const found = findChromium(config.path, { shell: kind.shell })
    if (!found)
      throw new ApiError(503, 'engine_unavailable', `There is no Chromium here. ${REMEDY}`, {
        reason: 'no Chromium was found',
        remedy: REMEDY,
      })
    const chromiumSandbox = config.sandbox === 'on' && !isRoot()
    if (!chromiumSandbox && !told)
      log.warn('Chromium runs without its sandbox', {
        because: config.sandbox === 'off' ? 'WEIR_CHROMIUM_SANDBOX=off' : 'root cannot have one',
      })
    told = true
    version ||= (await versionOf(found.program)) ?? ''
    // Its own requests find a proxy that lets nothing through: the password of this way out is never told, and gone at
    // once.
    const nowhere = await kit.proxy()
    nowhere.close()
    const started = await startBrowser(type, {
      program: found.program,
      workspace,
      chromiumSandbox,
      headless: kind.headless,
      proxy: { server: nowhere.server },
      ignoreDefaultArgs: unwantedArguments,
      args: [...kind.arguments(version)],
    })
    dropNoise(started.browser)
    return started
  }

  const startElsewhere = async (server: string): Promise<{ browser: Browser; pid: undefined }> => {
    const browser = await type.connectOverCDP(server, { timeout: CONNECTING_TIME })
    version = browser.version()
    return { browser, pid: undefined }
  }

  return {
    name: 'Chromium',
    lifetime: kind.lifetime,
    start: () => (config.server ? startElsewhere(config.server) : startHere()),
    way: async (proxy) => (config.server ? undefined : kit.proxy(proxy)),
    contextOptions: async (visitor, way) => ({
      ...kind.context(visitor),
      ...(visitor.mobile && {
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: PHONE_SCALE,
        userAgent: visitor.userAgent ?? mobileUserAgentOf(version),
      }),
      // The password is not among these, because the library would tell it to any site that asks for one.
      proxy: way
        ? { server: kind.entrance === 'door' ? await way.door() : way.server }
        : visitor.proxy && elsewhereProxy(visitor.proxy.url),
    }),
    tab: ({ visitor, ...opened }) =>
      chromiumTab({ ...opened, entrance: kind.entrance, identity: kind.identity?.(visitor, version) }),
    close: () => workspace.remove(),
  }
}

const elsewhereProxy = ({ protocol, host, username, password }: URL) => ({
  server: `${protocol}//${host}`,
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
})
