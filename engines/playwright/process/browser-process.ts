import { totalmem } from 'node:os'
import type { Browser } from 'playwright-core'
import type { Log } from 'weirjs'
import { BrowserGone } from '../page/tab.ts'
import { inTime } from '../time-limit.ts'
import { killBrowser, killProcess, memoryOf, processTree } from './process-tree.ts'

/** A browser that runs, and what keeps it from harming anybody. */
export interface Host {
  readonly browser: Browser
  /** Pages that are open now, and that ever were. */
  open: number
  opened: number
  /** It ended, by itself or by us. */
  readonly gone: boolean
  /** Aborts when it ends, with BrowserGone: the library leaves some of what was asked of it without an answer then. */
  readonly ended: AbortSignal
  /** Calls back after a process was ended because it took too much memory: one of the pages has lost it. */
  onGreedy(listener: () => void): () => void
  /** Takes no more pages; it is closed when its last page is. */
  retired: boolean
  /** Ends it at once, with all its processes. */
  kill(why: string): void
  /** Ends it properly, or by force where it does not listen. */
  close(): Promise<void>
}

/** Milliseconds that a browser may take to close. */
const CLOSING_TIME = 2000
/** Milliseconds between looks at the memory of a browser that has pages open. */
const WATCH_INTERVAL = 200
/** Bytes that one process of a browser may have in memory: a page that takes more is ended before it takes all. */
const MAX_PROCESS_BYTES = Math.min(1.25 * 1024 ** 3, totalmem() / 4)
/** Bytes that all its processes may have, for each page that is open: some have several, by windows and workers. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2

export interface HostOptions {
  browser: Browser
  /** Undefined for a browser on another machine. */
  pid: number | undefined
  log: Log
  onGone(): void
}

/** Watches a browser that has just started. */
export function supervise({ browser, pid, log, onGone }: HostOptions): Host {
  const ended = new AbortController()
  const listeners = new Set<() => void>()
  let isWatching = false
  const watch = setInterval(async () => {
    if (host.open === 0 || pid === undefined || isWatching) return
    isWatching = true
    await endGreedy(pid)
    isWatching = false
  }, WATCH_INTERVAL)
  watch.unref()

  /** The browser's own process is left alone: ending it would end every page. */
  const endGreedy = async (root: number) => {
    const tree = await processTree(root)
    const sizes = await Promise.all(tree.map(async ({ pid: one }) => ({ pid: one, bytes: await memoryOf(one) })))
    const sum = sizes.reduce((all, { bytes }) => all + bytes, 0)
    const [largest] = sizes.slice(1).sort((a, b) => b.bytes - a.bytes)
    if (!largest || host.gone) return
    if (largest.bytes < MAX_PROCESS_BYTES && sum < MAX_PROCESS_BYTES + host.open * MAX_PAGE_BYTES) return
    log.warn('A page took too much memory and was ended', { megabytes: Math.round(largest.bytes / 1024 ** 2) })
    killProcess(largest.pid)
    for (const listener of listeners) listener()
  }

  browser.on('disconnected', () => {
    ended.abort(new BrowserGone('the browser ended'))
    clearInterval(watch)
    onGone()
  })

  const host: Host = {
    browser,
    open: 0,
    opened: 0,
    retired: false,
    ended: ended.signal,
    get gone() {
      return ended.signal.aborted
    },
    onGreedy(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    kill(why) {
      if (host.gone) return
      log.warn('A browser was ended', { why })
      if (pid !== undefined) killBrowser(pid)
    },
    async close() {
      clearInterval(watch)
      const closed = await inTime(browser.close(), CLOSING_TIME)
      if (closed === 'late') host.kill('it did not close')
    },
  }
  return host
}
