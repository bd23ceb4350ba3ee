import type { Browser } from 'playwright-core'
import { describeError, type Log } from 'weirjs'
import { BrowserGone } from '../errors.ts'
import { inTime } from '../time-limit.ts'
import { type Greediest, greediest } from './process-limits.ts'
import { followTree, killBrowser, killProcess, type ProcessInfo, usageOf } from './process-tree.ts'

/** A running browser, together with what enforces its limits. */
export interface BrowserProcess {
  /** The library's handle. */
  readonly connection: Browser
  /** Pages that are open now, and pages opened in total. */
  open: number
  opened: number
  /** Whether it has ended, by itself or by being killed. */
  readonly hasEnded: boolean
  /** Aborts with BrowserGone when it ends: some calls to the library then never settle. */
  readonly ended: AbortSignal
  /** Calls back when one of its processes was killed for what it took: one of the pages has lost its process. */
  onKill(listener: (tooMuch: Greediest['tooMuch']) => void): () => void
  /** Accepts no more pages, and closes with its last page. */
  retired: boolean
  /** Kills it at once, with all its processes. */
  kill(why: string): void
  /** Closes it, and kills it if it does not respond. */
  close(): Promise<void>
}

/** Milliseconds that a browser may take to close. */
const CLOSING_TIME = 2000
/** Milliseconds between two checks of what the processes of a browser with open pages take. */
const CHECK_INTERVAL = 200

export interface BrowserProcessOptions {
  connection: Browser
  /** Undefined for a browser on another machine. */
  pid: number | undefined
  log: Log
  onEnd(): void
}

/** Watches a browser that has just started. */
export function superviseBrowser({ connection, pid, log, onEnd }: BrowserProcessOptions): BrowserProcess {
  const ended = new AbortController()
  const listeners = new Set<(tooMuch: Greediest['tooMuch']) => void>()
  let isChecking = false
  let isClosing = false
  /** Recreated after a pause, during which a process number may have been reused. */
  let processes: ReturnType<typeof followTree> | undefined
  const check = setInterval(async () => {
    if (browser.open === 0 || pid === undefined) {
      processes = undefined
      return
    }
    if (isChecking) return
    isChecking = true
    processes ??= followTree(pid)
    try {
      await enforceLimits(await processes())
    } catch (error) {
      log.error('The processes of a browser could not be checked', { error: describeError(error) })
    } finally {
      isChecking = false
    }
  }, CHECK_INTERVAL)
  check.unref()

  const enforceLimits = async (tree: readonly ProcessInfo[]) => {
    const usages = await Promise.all(tree.map(async ({ pid: one }) => ({ pid: one, ...(await usageOf(one)) })))
    const found = greediest(usages, browser.open)
    if (!found || browser.hasEnded) return
    const { tooMuch, amount } = found
    if (tooMuch === 'threads') log.warn('A page had too many workers and was ended', { threads: amount })
    else log.warn('A page took too much memory and was ended', { megabytes: Math.round(amount / 1024 ** 2) })
    killProcess(found.pid)
    for (const listener of listeners) listener(tooMuch)
  }

  connection.on('disconnected', () => {
    ended.abort(new BrowserGone('the browser ended'))
    clearInterval(check)
    // A browser that has disconnected may still be running.
    if (!isClosing && pid !== undefined) killBrowser(pid)
    onEnd()
  })

  const browser: BrowserProcess = {
    connection,
    open: 0,
    opened: 0,
    retired: false,
    ended: ended.signal,
    get hasEnded() {
      return ended.signal.aborted
    },
    onKill(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    kill(why) {
      if (browser.hasEnded) return
      log.warn('A browser was ended', { why })
      if (pid !== undefined) killBrowser(pid)
    },
    async close() {
      clearInterval(check)
      isClosing = true
      if ((await inTime(connection.close(), CLOSING_TIME)) !== 'late') return
      // Firefox may hang after it has closed the connection.
      log.warn('A browser was ended', { why: 'it did not close' })
      if (pid !== undefined) killBrowser(pid)
    },
  }
  return browser
}
