import type { Browser, BrowserContext, BrowserContextOptions, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, Proxy } from 'weirjs'
import type { BrowserProfile } from './browser-profile.ts'
import type { Tab } from './page/tab.ts'

/** What each kind of browser does in a way of its own: the part that a new browser engine writes. */
export interface Driver {
  /** What people call the browser, for the log and for errors. */
  readonly name: string
  /** Pages after which a browser is replaced by a fresh one, because it keeps some memory of each. */
  readonly lifetime: number
  /** Starts a browser, or connects to one on another machine, which has no process id. */
  start(): Promise<StartedBrowser>
  /** Opens the proxy that a page reaches the web by; undefined for a browser on another machine. */
  openPageProxy(upstream: Proxy | undefined): Promise<PageProxy | undefined>
  /** The options that a context for this profile is opened with. */
  contextOptions(profile: BrowserProfile, pageProxy: PageProxy | undefined): Promise<BrowserContextOptions>
  /** Takes over a page that was just opened. */
  tab(opened: OpenedPage): Promise<Tab>
  /** Called once, when the last browser is closed. */
  close(): Promise<void>
}

export interface StartedBrowser {
  browser: Browser
  pid: number | undefined
}

export interface OpenedPage {
  page: BrowserPage
  context: BrowserContext
  pageProxy: PageProxy | undefined
  profile: BrowserProfile
}
