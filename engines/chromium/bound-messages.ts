import type { Browser } from 'playwright-core'
import { answeredBy, HEAD, MessageBounds, TOO_LONG } from '../playwright/index.ts'
import { EventCounts } from './event-counts.ts'

/** The parts of the library's connection to a browser that are used here: of any, through a pipe, and to a socket. */
interface Transport {
  send(command: Command): void
}
interface PipeTransport extends Transport {
  _dispatch(bytes: Buffer): void
  _pendingBuffers: Buffer[]
}
interface SocketTransport extends Transport {
  _ws: { emit(event: string, ...given: unknown[]): boolean }
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

/** Bytes at the end of a message that contain its session id. */
const TAIL = 96

const isEvent = (head: string) => head.startsWith('{"method":')

const transportOf = (browser: Browser) =>
  (browser as BrowserInLibrary)._connection.toImpl(browser)._connection._transport

/** Decides which messages of a connection are dropped, and ends pages that cause too many. */
function boundTransport(transport: Transport) {
  const bounds = new MessageBounds()
  const counts = new EventCounts()
  const send = transport.send.bind(transport)
  transport.send = (command) => {
    bounds.sent(command.id, command.method)
    send(command)
  }
  let ownId = FIRST_OWN_ID
  const order = (method: string, sessionId: string | undefined, params?: object) =>
    send({ id: ownId++, method, params, sessionId })
  const isOwn = (head: string) => (answeredBy(head) ?? 0) >= FIRST_OWN_ID
  return {
    /** Whether a message that begins with `head` is dropped, once `bytes` of it have arrived. */
    isDropped: (head: string, bytes: number) => isOwn(head) || bounds.isUnwanted(head, bytes),
    /**
     * Takes note of a message that has arrived. Returns the message that the library gets in place of a dropped one,
     * if it waits for one.
     */
    received(head: string, tail: string, isDropped: boolean): string | undefined {
      bounds.received(head)
      const [, sessionId] = sessionAtEnd.exec(tail) ?? []
      const greedy = isEvent(head) ? counts.add(head, sessionId) : undefined
      // The browser does this even if the page is too busy to close.
      if (greedy !== undefined) order('Page.crash', greedy)
      if (!isDropped) return undefined
      const [, requestId] = paused.exec(head) ?? []
      // Nobody else would continue it, and the page would wait for it. It goes without the caller's headers.
      if (requestId !== undefined) order('Fetch.continueRequest', sessionId, { requestId })
      const id = isOwn(head) ? undefined : answeredBy(head)
      return id === undefined ? undefined : JSON.stringify({ id, error: { message: TOO_LONG }, sessionId })
    },
  }
}

/** Messages end with the id of their session, if any. */
const sessionAtEnd = /"sessionId":"(\w+)"\}\0?$/

/**
 * Drops messages that a page has made too long, before they take memory: events are left out, and commands with such
 * an answer fail. The library would read them completely, and would keep the last 200 console messages of a page,
 * whatever their size. A page that causes too many events is ended. Source: playwright-core 1.64.1, `PipeTransport`,
 * whose messages end with a zero byte.
 */
export function boundMessages(browser: Browser): void {
  const transport = transportOf(browser) as PipeTransport
  const bounds = boundTransport(transport)
  const pass = transport._dispatch.bind(transport)
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
      if (!isDropped && bounds.isDropped(head, size)) {
        transport._pendingBuffers = []
        isDropped = true
      }
      tail = (tail + piece.toString('latin1', Math.max(0, piece.length - TAIL))).slice(-TAIL)
      if (!isDropped) pass(piece)
      if (zero < 0) continue
      const instead = bounds.received(head, tail, isDropped)
      if (instead !== undefined) pass(Buffer.from(`${instead}\0`))
      head = ''
      tail = ''
      size = 0
      isDropped = false
    }
  }
}

/**
 * The same for a browser on another machine. Its messages have arrived by then, but are neither parsed nor kept.
 * Source: playwright-core 1.64.1, `WebSocketTransport`.
 */
export function boundSocketMessages(browser: Browser): void {
  const transport = transportOf(browser) as SocketTransport
  const bounds = boundTransport(transport)
  const socket = transport._ws
  const emit = socket.emit.bind(socket)
  socket.emit = (event, ...given) => {
    const [data] = given
    if (event !== 'message' || !(data instanceof Uint8Array)) return emit(event, ...given)
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const head = bytes.toString('latin1', 0, HEAD)
    const isDropped = bounds.isDropped(head, bytes.length)
    const instead = bounds.received(head, bytes.toString('latin1', Math.max(0, bytes.length - TAIL)), isDropped)
    if (!isDropped) return emit(event, ...given)
    return instead === undefined || emit(event, Buffer.from(instead), false)
  }
}
