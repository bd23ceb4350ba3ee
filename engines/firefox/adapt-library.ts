import bundle from 'playwright-core/lib/utilsBundle'
import { answeredBy, HEAD, MessageBounds, TOO_LONG } from '../playwright/index.ts'
import { unmarked } from './own-headers.ts'

let done = false

/** The message limits of each browser, by its socket. */
const boundsOf = new WeakMap<object, MessageBounds>()

/**
 * Makes the library open pages of Firefox as tabs, drop their console messages, ask us about redirects, send all
 * headers of the caller, and drop messages that a page has made too long.
 *
 * By default it opens each page as a window, and Firefox does not free the 8 to 11 MB that a window takes: after 100
 * pages it had grown by 1.2 GB, with tabs not at all. It keeps the last 200 console messages of a page, whatever
 * their size. It follows redirects without asking, with the headers of the original request, although only we know
 * whether they are meant for that address. Source: playwright-core 1.64.1, whose sockets are of a class that it
 * exports.
 */
export function adaptLibrary(): void {
  if (done) return
  done = true
  const { prototype } = bundle.ws
  const { send, emit } = prototype
  prototype.send = function (data, ...rest) {
    const adapted = typeof data === 'string' ? adaptSent(data) : data
    if (typeof data === 'string') noteSent(this, data)
    return send.call(this, adapted, ...rest)
  }
  prototype.emit = function (event, data, ...rest) {
    if (event !== 'message' || !(data instanceof Uint8Array)) return emit.call(this, event, data, ...rest)
    const kept = bound(this, data)
    return kept === undefined || emit.call(this, event, adaptReceived(kept), ...rest)
  }
}

function adaptSent(message: string): string {
  if (message.includes('"browsingContext.create"')) return message.replace('"type":"window"', '"type":"tab"')
  if (message.includes('"session.subscribe"')) return message.replace('"log",', '')
  return unmarked(message)
}

function noteSent(socket: object, command: string): void {
  const [, id, method = ''] = /^\{"id":(\d+),"method":"([\w.]+)"/.exec(command) ?? []
  if (!id) return
  const bounds = boundsOf.get(socket) ?? new MessageBounds()
  boundsOf.set(socket, bounds)
  bounds.sent(Number(id), method)
}

/** The message, unless it is too long: then an error for an answer, and undefined for an event. */
function bound(socket: object, message: Uint8Array): Uint8Array | undefined {
  const bounds = boundsOf.get(socket)
  if (!bounds) return message
  const head = Buffer.from(message.buffer, message.byteOffset, Math.min(HEAD, message.byteLength)).toString('latin1')
  const isUnwanted = bounds.isUnwanted(head, message.byteLength)
  bounds.received(head)
  if (!isUnwanted) return message
  const id = answeredBy(head)
  return id === undefined
    ? undefined
    : Buffer.from(JSON.stringify({ type: 'error', id, error: 'unknown error', message: TOO_LONG }))
}

/** A request that awaits a decision is reported as a new one, whatever led to it. */
function adaptReceived(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  if (!bytes.includes('"network.beforeRequestSent"') || !bytes.includes('"isBlocked":true')) return message
  return Buffer.from(bytes.toString().replace(/"redirectCount":[1-9]\d*/, '"redirectCount":0'))
}
