import type { Browser, BrowserContextOptions, Page as BrowserPage, BrowserType } from 'playwright-core'
import { ApiError, type EngineKit } from 'weirjs'
import {
  type BrowserProfile,
  contextOptionsOf,
  createWorkspace,
  type Driver,
  PHONE_SCALE,
  startBrowser,
  versionOf,
} from '../playwright/index.ts'
import { chromiumArguments, ignoredDefaultArguments, mobileUserAgentOf } from './arguments.ts'
import { boundMessages, boundSocketMessages } from './bound-messages.ts'
import type { ChromiumSettings } from './chromium-settings.ts'
import { chromiumTab } from './chromium-tab.ts'
import type { ClientHints } from './client-hints.ts'
import { findChromium, type HeadlessShell, INSTALL_REMEDY } from './find-chromium.ts'
import { CONNECTING_TIME, isRoot } from './ready.ts'
import type { ProxyAccess } from './request-interception.ts'

/** How one engine's Chromium differs from another's; every field has a default. */
export interface ChromiumOptions {
  /** Whether the headless build may be used, which costs a third. Default `preferred`. */
  headlessShell?: HeadlessShell
  /** Pages after which a browser is replaced. Default 500. */
  lifetime?: number
  /** Starts without a window. Default true. */
  headless?: boolean
  /** The command line for this version. Default: `chromiumArguments`. */
  arguments?(version: string): readonly string[]
  /** The context options for this profile. Default: `contextOptionsOf`. */
  context?(profile: BrowserProfile): BrowserContextOptions
  /** What the browser reports about itself beyond its arguments. Default: nothing. */
  identity?(profile: BrowserProfile, version: string): ClientHints | undefined
  /**
   * Through the shared address of the egress proxy with a password, or through the page's own endpoint without one,
   * for a library that answers the request for a password itself. Default `password`.
   */
  proxyAccess?: ProxyAccess
  /** Receives each page once it is open, before it is navigated. */
  onPage?(page: BrowserPage): void
}

export interface ChromiumDriverOptions {
  library: BrowserType
  kit: Pick<EngineKit<ChromiumSettings>, 'config' | 'proxy' | 'log'>
  options: ChromiumOptions
}

/** Chromium, started here or running on another machine. */
export function createChromiumDriver({ library, kit, options }: ChromiumDriverOptions): Driver {
  const { config, log } = kit
  const { headlessShell = 'preferred', lifetime = 500, headless = true, proxyAccess = 'password' } = options
  const contextOf = options.context ?? contextOptionsOf
  const argumentsOf = options.arguments ?? chromiumArguments
  const workspace = createWorkspace()
  let version = ''
  let hasWarned = false

  const startHere = async () => {
    const found = findChromium(config.path, { headlessShell })
    if (!found)
      throw new ApiError('engine_unavailable', `There is no Chromium here. ${INSTALL_REMEDY}`, {
        reason: 'no Chromium was found',
        remedy: INSTALL_REMEDY,
      })
    const chromiumSandbox = config.sandbox === 'on' && !isRoot()
    if (!chromiumSandbox && !hasWarned)
      log.warn('Chromium runs without its sandbox', {
        because: config.sandbox === 'off' ? 'WEIR_CHROMIUM_SANDBOX=off' : 'root cannot have one',
      })
    hasWarned = true
    version ||= (await versionOf(found.program)) ?? ''
    // The browser's own requests go to a proxy that lets nothing through: it is closed, and nobody knows its
    // password.
    const closedProxy = await kit.proxy()
    closedProxy.close()
    const started = await startBrowser(library, {
      program: found.program,
      workspace,
      chromiumSandbox,
      headless,
      proxy: { server: closedProxy.server },
      ignoreDefaultArgs: ignoredDefaultArguments,
      args: [...argumentsOf(version)],
    })
    boundMessages(started.browser)
    return started
  }

  const connectTo = async (server: string): Promise<{ browser: Browser; pid: undefined }> => {
    const browser = await library.connectOverCDP(server, { timeout: CONNECTING_TIME })
    boundSocketMessages(browser)
    version = browser.version()
    return { browser, pid: undefined }
  }

  return {
    name: 'Chromium',
    lifetime,
    start: () => (config.server ? connectTo(config.server) : startHere()),
    openPageProxy: async (upstream) => (config.server ? undefined : kit.proxy(upstream)),
    contextOptions: async (profile, pageProxy) => ({
      ...contextOf(profile),
      ...(profile.mobile && {
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: PHONE_SCALE,
        userAgent: profile.userAgent ?? mobileUserAgentOf(version),
      }),
      // Without the password: the library would tell it to any site that asks for one.
      proxy: pageProxy
        ? { server: proxyAccess === 'open-endpoint' ? await pageProxy.openEndpoint() : pageProxy.server }
        : profile.proxy && remoteProxy(profile.proxy.url),
    }),
    tab({ profile, ...opened }) {
      options.onPage?.(opened.page)
      const { languages } = profile
      return chromiumTab({
        ...opened,
        proxyAccess,
        languages,
        identity: options.identity?.(profile, version),
        // A stealth visitor looks at the page unasked, and moves the pointer over it.
        viewport: proxyAccess === 'password' ? (opened.page.viewportSize() ?? undefined) : undefined,
      })
    },
    close: () => workspace.remove(),
  }
}

/** A browser on another machine cannot use our egress proxy, so it is given the operator's proxy itself. */
const remoteProxy = ({ protocol, host, username, password }: URL) => ({
  server: `${protocol}//${host}`,
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
})
