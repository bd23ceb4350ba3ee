import bundle from 'playwright-core/lib/utilsBundle'

let done = false

/**
 * Makes the library open pages of Firefox as tabs, drop their console messages, and ask us about redirects.
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

/** A request that awaits a decision is reported as a new one, whatever led to it. */
function adaptReceived(message: Uint8Array): Uint8Array {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  if (!bytes.includes('"network.beforeRequestSent"') || !bytes.includes('"isBlocked":true')) return message
  return Buffer.from(bytes.toString().replace(/"redirectCount":[1-9]\d*/, '"redirectCount":0'))
}
