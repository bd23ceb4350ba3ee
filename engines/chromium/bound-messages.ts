import type { Browser } from 'playwright-core'
import { answeredBy, HEAD, MessageBounds, TOO_LONG } from '../playwright/index.ts'
import { EventCounts } from './event-counts.ts'

/** The part of the library's connection to a browser that is used here. */
interface Transport {
  send(command: Command): void
  _dispatch(bytes: Buffer): void
  _pendingBuffers: Buffer[]
}
interface Command {
  id: number
  method: string
  params?: object
  sessionId?: string
}
interface BrowserInLibrary extends Browser {
  _connection: { toImpl(browser: Browser): { _connection: { _transport: Transport } } }
}

/** A request that waits to be continued. Its event contains the posted data. */
const paused = /^\{"method":"Fetch\.requestPaused","params":\{"requestId":"([^"]+)"/
/** Commands of our own have higher ids than any of the library. */
const FIRST_OWN_ID = 1_000_000_000

const isEvent = (head: string) => head.startsWith('{"method":')

/** Bytes at the end of a message that contain its session id. */
const TAIL = 96

/**
 * Drops messages that a page has made too long, before they take memory: events are left out, and commands with such
 * an answer fail. The library would read them completely, and would keep the last 200 console messages of a page,
 * whatever their size. A page that causes too many events is ended. Source: playwright-core 1.64.1, `PipeTransport`,
 * whose messages end with a zero byte.
 */
export function boundMessages(browser: Browser): void {
  const transport = (browser as BrowserInLibrary)._connection.toImpl(browser)._connection._transport
  const bounds = new MessageBounds()
  const counts = new EventCounts()
  const send = transport.send.bind(transport)
  transport.send = (command) => {
    bounds.sent(command.id, command.method)
    send(command)
  }
  const pass = transport._dispatch.bind(transport)
  let ownId = FIRST_OWN_ID
  // Nobody else would continue it, and the page would wait for it. It goes without the caller's headers.
  const continueRequest = (requestId: string, sessionId?: string) =>
    send({ id: ownId++, method: 'Fetch.continueRequest', params: { requestId }, sessionId })
  // The browser does this even if the page is too busy to close.
  const endPage = (sessionId: string) => send({ id: ownId++, method: 'Page.crash', sessionId })
  let head = ''
  let tail = ''
  let size = 0
  let isDropped = false
  transport._dispatch = (bytes) => {
    for (let start = 0; start < bytes.length; ) {
      const zero = bytes.indexOf(0, start)
      const piece = bytes.subarray(start, zero < 0 ? bytes.length : zero + 1)
      start += piece.length
      if (head.length < HEAD) head += piece.toString('latin1', 0, HEAD - head.length)
      size += piece.length
      const isOwn = (answeredBy(head) ?? 0) >= FIRST_OWN_ID
      if (!isDropped && (isOwn || bounds.isUnwanted(head, size))) {
        transport._pendingBuffers = []
        isDropped = true
      }
      tail = (tail + piece.toString('latin1', Math.max(0, piece.length - TAIL))).slice(-TAIL)
      if (!isDropped) pass(piece)
      if (zero < 0) continue
      bounds.received(head)
      const greedy = isEvent(head) ? counts.add(head, sessionOf(tail)) : undefined
      if (greedy !== undefined) endPage(greedy)
      const id = isDropped && !isOwn ? answeredBy(head) : undefined
      if (id !== undefined) pass(failure(id, tail))
      const [, requestId] = (isDropped && paused.exec(head)) || []
      if (requestId !== undefined) continueRequest(requestId, sessionOf(tail))
      head = ''
      tail = ''
      size = 0
      isDropped = false
    }
  }
}

/** An error as the answer to a command. The dropped answer ended with the id of its session, if any. */
function failure(id: number, tail: string): Buffer {
  return Buffer.from(`${JSON.stringify({ id, error: { message: TOO_LONG }, sessionId: sessionOf(tail) })}\0`)
}

const sessionOf = (tail: string): string | undefined => /"sessionId":"(\w+)"\}\0$/.exec(tail)?.[1]
