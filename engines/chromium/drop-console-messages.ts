import type { Browser } from 'playwright-core'

/** The library's internal connection to a browser that it has started, as far as it is used here. */
interface Transport {
  _dispatch(bytes: Buffer): void
  _pendingBuffers: Buffer[]
}
interface BrowserInLibrary extends Browser {
  _connection: { toImpl(browser: Browser): { _connection: { _transport: Transport } } }
}

/** The most bytes of an event that are accepted. */
const MAX_EVENT = 64 * 1024
/** Bytes within which an event shows its kind. */
const HEAD = 64
/** Console output of pages, and errors of their scripts. Nobody here reads them. */
const noise = /^\{"method":"(?:Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/

/**
 * Drops long console messages before they take memory: the library keeps the last 200 messages of a page, whatever
 * their size. Source: playwright-core 1.64.1, `PipeTransport`, whose messages end with a zero byte.
 */
export function dropConsoleMessages(browser: Browser): void {
  const transport = (browser as BrowserInLibrary)._connection.toImpl(browser)._connection._transport
  const pass = transport._dispatch.bind(transport)
  let head = ''
  let size = 0
  let isDropped = false
  transport._dispatch = (bytes) => {
    for (let start = 0; start < bytes.length; ) {
      const zero = bytes.indexOf(0, start)
      const piece = bytes.subarray(start, zero < 0 ? bytes.length : zero + 1)
      start += piece.length
      if (head.length < HEAD) head += piece.toString('latin1', 0, HEAD - head.length)
      size += piece.length
      if (!isDropped && size > MAX_EVENT && noise.test(head)) {
        transport._pendingBuffers = []
        isDropped = true
      }
      if (!isDropped) pass(piece)
      if (zero < 0) continue
      head = ''
      size = 0
      isDropped = false
    }
  }
}
