import bundle from 'playwright-core/lib/utilsBundle'

let done = false

/**
 * Has the library open pages of Firefox as tabs, not ask for what they write to the console, and ask us about
 * redirects.
 *
 * By itself it opens each page as a window, and Firefox does not give back the 8 to 11 MB that a window takes: after
 * 100 pages it had grown by 1.2 GB, and with tabs not at all. Of the console it keeps the last 200 messages of a
 * page, whatever their size. What a request is redirected to it sends on without asking, with the headers that the
 * request was given, which only we know to be for that address or not. Source: playwright-core 1.64.1, whose sockets
 * are of a class that it exports.
 */
export function adaptLibrary(): void {
  if (done) return
  done = true
  const { prototype } = bundle.ws
  const { send, emit } = prototype
  prototype.send = function (data, ...rest) {
    const adapted = typeof data === 'string' ? adaptSent(data) : data
    return send.call(this, adapted, ...rest)
  }
  prototype.emit = function (event, data, ...rest) {
    const adapted = event === 'message' && data instanceof Uint8Array ? adaptReceived(data) : data
    return emit.call(this, event, adapted, ...rest)
  }
}

function adaptSent(message: string): string {
  if (message.includes('"browsingContext.create"')) return message.replace('"type":"window"', '"type":"tab"')
  if (message.includes('"session.subscribe"')) return message.replace('"log",', '')
  return message
}

/** A request that waits to be decided on is told as one of its own, whatever led to it. */
function adaptReceived(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  if (!bytes.includes('"network.beforeRequestSent"') || !bytes.includes('"isBlocked":true')) return message
  return Buffer.from(bytes.toString().replace(/"redirectCount":[1-9]\d*/, '"redirectCount":0'))
}
