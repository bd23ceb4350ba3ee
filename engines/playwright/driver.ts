import type { Browser, BrowserContext, BrowserContextOptions, Page as BrowserPage } from 'playwright-core'
import type { PageProxy, Proxy } from 'weirjs'
import type { BrowserProfile } from './browser-profile.ts'
import type { Tab } from './page/tab.ts'

/** What differs between browsers: the part to implement for a new browser engine. */
export interface Driver {
  /** The product name of the browser, for the log and for errors. */
  readonly name: string
  /** Pages after which a browser is replaced, because it leaks some memory with each. */
  readonly lifetime: number
  /** Starts a browser, or connects to one on another machine, which has no process id. */
  start(): Promise<StartedBrowser>
  /** Opens the proxy through which a page reaches the web; undefined for a browser on another machine. */
  openPageProxy(upstream: Proxy | undefined): Promise<PageProxy | undefined>
  /** The options of a context for this profile. */
  contextOptions(profile: BrowserProfile, pageProxy: PageProxy | undefined): Promise<BrowserContextOptions>
  /** Takes over a newly opened page. */
  tab(opened: OpenedPage): Promise<Tab>
  /** Called once, when the last browser has been closed. */
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
