import type { Browser, BrowserContext, BrowserContextOptions, Page as BrowserPage } from 'playwright-core'
import { ApiError, type EngineKit, endOnAbort, isApiError, type PageProxy, type Proxy } from 'weirjs'
import type { Visitor } from './browser-profile.ts'
import { watchGreedy } from './memory-guard.ts'
import { isGone } from './page/failures.ts'
import { BrowserGone, type Tab } from './page/tab.ts'
import { type Host, supervise } from './process/browser-process.ts'
import { inTime } from './time-limit.ts'

/** What one kind of browser does in its own way. */
export interface Driver {
  /** As people call it, for the log. */
  readonly name: string
  /** Pages after which a browser is replaced by a fresh one, because it keeps some memory of each. */
  readonly lifetime: number
  /** Starts one, or connects to one elsewhere, which has no process id. */
  start(): Promise<{ browser: Browser; pid: number | undefined }>
  /** How pages get out; undefined where the browser is elsewhere. */
  way(proxy: Proxy | undefined): Promise<PageProxy | undefined>
  /** What a context of this visitor is made with. */
  contextOptions(visitor: Visitor, way: PageProxy | undefined): Promise<BrowserContextOptions>
  /** Takes over a page that was just opened. */
  tab(opened: OpenedPage): Promise<Tab>
}

export interface OpenedPage {
  page: BrowserPage
  context: BrowserContext
  way: PageProxy | undefined
  visitor: Visitor
}

/** A tab that is somebody's, until it is given back. */
export interface Lease {
  readonly tab: Tab
  /**
   * Aborts when the browser ends, with BrowserGone, or with PageTooLarge when the page took too much memory and was
   * ended.
   */
  readonly ended: AbortSignal
  release(): Promise<void>
}

export interface Pool {
  lease(visitor: Visitor, signal: AbortSignal): Promise<Lease>
  close(): Promise<void>
}

/** Milliseconds that a context may take to open or close before its browser is looked at. */
const CONTEXT_TIME = 1000
/** Milliseconds that a browser may take to show that it still works. */
const ANSWERING_TIME = 2000
/** Milliseconds after which a browser that nobody uses is closed: it holds 100 to 400 MB. */
const IDLE_TIME = 5 * 60_000
/** Pages that are opened ahead, when as many are in use. */
const MOST_AHEAD = 2
const MOST_MISSED = 4
/** Firefox now and then closes the wrong one of two pages that open and close at once. */
const OPENING_TRIES = 4

/** A page that was opened ahead. */
interface Spare {
  host: Host
  shape: string
  tab: Promise<Tab>
  /** Visitors for whom it would not do, since it was opened. */
  missed: number
}

/**
 * Keeps one browser warm with pages opened ahead, gives each request a context of its own, and replaces what is worn
 * out.
 */
export function createPool(driver: Driver, { log }: Pick<EngineKit, 'log'>): Pool {
  const hosts = new Set<Host>()
  let current: Promise<Host> | undefined
  let spares: Spare[] = []
  let idle: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const start = async (): Promise<Host> => {
    const { browser, pid } = await driver.start()
    const host = supervise({
      browser,
      pid,
      log,
      onGone() {
        hosts.delete(host)
        dropSpares((spare) => spare.host === host)
        void forget(host)
      },
    })
    hosts.add(host)
    return host
  }

  /** Has the next page start a fresh browser. */
  const forget = async (host: Host) => {
    const mine = current
    if (mine && (await mine.catch(() => undefined)) === host && current === mine) current = undefined
  }

  const ready = async (): Promise<Host> => {
    if (closed) throw new BrowserGone('the engine is closed')
    current ??= start()
    const mine = current
    try {
      const host = await mine
      if (!host.gone && !host.retired) return host
    } catch (error) {
      if (current === mine) current = undefined
      throw isApiError(error) ? error : cannotStart(driver.name, error)
    }
    if (current === mine) current = undefined
    return ready()
  }

  const openTab = async (host: Host, visitor: Visitor): Promise<Tab> => {
    const way = await driver.way(visitor.proxy)
    let context: BrowserContext | undefined
    try {
      context = await host.browser.newContext(await driver.contextOptions(visitor, way))
      host.opened += 1
      const page = await openPage(context)
      return await driver.tab({ page, context, way, visitor })
    } catch (error) {
      way?.close()
      void context?.close().catch(() => {})
      throw error
    }
  }

  const dropSpares = (which: (spare: Spare) => boolean) => {
    const dropped = spares.filter(which)
    spares = spares.filter((spare) => !dropped.includes(spare))
    for (const { tab } of dropped)
      void tab.then(
        (opened) => closeTab(opened),
        () => {},
      )
  }

  /**
   * Opens a page ahead, for the visitor that comes most likely next: the same again. Where several come at once,
   * another.
   */
  const prepare = (host: Host, visitor: Visitor) => {
    if (spares.length >= Math.min(host.open, MOST_AHEAD)) return
    if (closed || host.gone || host.retired || host.opened + 1 >= driver.lifetime) return
    const tab = openTab(host, visitor)
    const spare = { host, shape: JSON.stringify(visitor), tab, missed: 0 }
    spares.push(spare)
    const drop = () => dropSpares((one) => one === spare)
    tab.then(({ page }) => page.once('crash', drop), drop)
  }

  const takeSpare = (host: Host, visitor: Visitor): Promise<Tab> | undefined => {
    const shape = JSON.stringify(visitor)
    const spare = spares.find((one) => one.host === host && one.shape === shape)
    if (!spare) {
      // Pages for visitors who do not come again would stay for ever.
      for (const one of spares) one.missed += 1
      dropSpares(({ missed }) => missed > MOST_MISSED)
      return undefined
    }
    spares = spares.filter((one) => one !== spare)
    return spare.tab.catch(() => openTab(host, visitor))
  }

  const retire = (host: Host) => {
    host.retired = true
    dropSpares((spare) => spare.host === host)
    void forget(host)
    if (host.open === 0) void host.close()
  }

  /** A browser that no longer opens a context does nothing else either. */
  const examine = async (host: Host) => {
    if (host.gone) return
    const answer = await inTime(
      host.browser.newContext().then((context) => context.close()),
      ANSWERING_TIME,
    )
    if (answer === 'late') host.kill('it did not answer')
    else retire(host)
  }

  const giveBack = async (host: Host, tab: Tab) => {
    const outcome = await closeTab(tab)
    host.open -= 1
    if (outcome === 'late') await examine(host)
    if (host.gone) return
    if (host.retired) {
      if (host.open === 0) await host.close()
    } else if (host.opened >= driver.lifetime) retire(host)
    rest()
  }

  /** Nobody waits for this tab any more. A browser that cannot open one in all this time hangs. */
  const abandon = async (host: Host, opening: Promise<Tab>) => {
    if ((await inTime(opening, CONTEXT_TIME)) === 'late') await examine(host)
    const tab = await opening.catch(() => undefined)
    if (tab) return giveBack(host, tab)
    host.open -= 1
    rest()
  }

  /** Closes the browser when nobody has come for a while. */
  const rest = () => {
    clearTimeout(idle)
    if (closed || [...hosts].some(({ open }) => open > 0)) return
    idle = setTimeout(() => {
      for (const host of hosts) retire(host)
    }, IDLE_TIME)
    idle.unref?.()
  }

  return {
    async lease(visitor, signal) {
      clearTimeout(idle)
      const host = await endOnAbort(ready(), signal)
      host.open += 1
      const opening = takeSpare(host, visitor) ?? openTab(host, visitor)
      try {
        const tab = await endOnAbort(endOnAbort(opening, host.ended), signal)
        prepare(host, visitor)
        const greedy = watchGreedy(host, tab.page)
        const release = () => {
          greedy.stop()
          return giveBack(host, tab)
        }
        return { tab, ended: AbortSignal.any([host.ended, greedy.ended]), release }
      } catch (error) {
        void abandon(host, opening)
        throw isGone(error) ? new BrowserGone('the browser ended', { cause: error }) : error
      }
    },

    async close() {
      closed = true
      clearTimeout(idle)
      dropSpares(() => true)
      await current?.catch(() => {})
      await Promise.all([...hosts].map((host) => host.close()))
    },
  }
}

async function openPage(context: BrowserContext): Promise<BrowserPage> {
  for (let tries = 1; ; tries++) {
    try {
      return await context.newPage()
    } catch (error) {
      if (tries === OPENING_TRIES) throw error
    }
  }
}

async function closeTab({ context, way }: Tab): Promise<'done' | 'late'> {
  const outcome = await inTime(context.close(), CONTEXT_TIME)
  way?.close()
  return outcome
}

function cannotStart(name: string, cause: unknown): ApiError {
  const sandbox = /sandbox/i.test(String((cause as Error)?.message))
  const reason = sandbox ? `${name} has no sandbox here` : `${name} did not start`
  const remedy = sandbox
    ? 'Let the process make user namespaces, or set WEIR_CHROMIUM_SANDBOX=off'
    : 'See the log, or run `weir doctor`'
  return new ApiError(503, 'engine_unavailable', `${reason}. ${remedy}`, { reason, remedy }, { cause })
}
