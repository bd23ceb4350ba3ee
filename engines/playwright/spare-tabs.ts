import type { BrowserProfile } from './browser-profile.ts'
import type { Driver } from './driver.ts'
import { closeTab, openTab } from './open-tab.ts'
import type { Tab } from './page/tab.ts'
import type { BrowserProcess } from './process/browser-process.ts'

/** Tabs opened ahead while as many are in use. */
const MAX_SPARES = 2
/** Requests that a spare tab may fail to fit before it is closed. */
const MAX_MISSES = 4

/** A tab that was opened ahead. */
interface Spare {
  browser: BrowserProcess
  profileKey: string
  tab: Promise<Tab>
  /** Requests for other profiles since it was opened. */
  misses: number
}

/** Tabs opened ahead of the requests that will need them. */
export class SpareTabs {
  readonly #driver: Driver
  #spares: Spare[] = []

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /**
   * Opens a tab ahead, for the profile that is most likely requested next: the same one again. If several requests
   * run at once, a second tab.
   */
  open(browser: BrowserProcess, profile: BrowserProfile): void {
    if (this.#spares.length >= Math.min(browser.open, MAX_SPARES)) return
    if (browser.hasEnded || browser.retired || browser.opened + 1 >= this.#driver.lifetime) return
    const tab = openTab(this.#driver, browser, profile)
    const spare = { browser, profileKey: JSON.stringify(profile), tab, misses: 0 }
    this.#spares.push(spare)
    const drop = () => this.#drop((one) => one === spare)
    tab.then(({ page }) => page.once('crash', drop), drop)
  }

  /** A tab that fits, if there is one; it then belongs to the caller. */
  take(browser: BrowserProcess, profile: BrowserProfile): Promise<Tab> | undefined {
    const profileKey = JSON.stringify(profile)
    const spare = this.#spares.find((one) => one.browser === browser && one.profileKey === profileKey)
    if (!spare) {
      // Otherwise tabs for profiles that are never requested again would stay forever.
      for (const one of this.#spares) one.misses += 1
      this.#drop(({ misses }) => misses > MAX_MISSES)
      return undefined
    }
    this.#spares = this.#spares.filter((one) => one !== spare)
    return spare.tab.catch(() => openTab(this.#driver, browser, profile))
  }

  /** Closes the spare tabs of a browser, or all. */
  close(browser?: BrowserProcess): void {
    this.#drop((spare) => browser === undefined || spare.browser === browser)
  }

  #drop(which: (spare: Spare) => boolean): void {
    const dropped = this.#spares.filter(which)
    this.#spares = this.#spares.filter((spare) => !dropped.includes(spare))
    for (const { tab } of dropped)
      void tab.then(
        (opened) => closeTab(opened),
        () => {},
      )
  }
}
