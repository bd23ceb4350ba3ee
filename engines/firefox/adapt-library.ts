import bundle from 'playwright-core/lib/utilsBundle'

let done = false

/**
 * Has the library open pages of Firefox as tabs, and not ask for what they write to the console. By itself it opens
 * each as a window, and Firefox does not give back the 8 to 11 MB that a window takes: after 100 pages it had grown
 * by 1.2 GB, and with tabs not at all. Of the console it keeps the last 200 messages of a page, whatever their size.
 * Source: playwright-core 1.64.1, whose sockets are of a class that it exports.
 */
export function adaptLibrary(): void {
  if (done) return
  done = true
  const { prototype } = bundle.ws
  const { send } = prototype
  prototype.send = function (data, ...rest) {
    const adapted = typeof data === 'string' ? adapt(data) : data
    return send.call(this, adapted, ...rest)
  }
}

function adapt(message: string): string {
  if (message.includes('"browsingContext.create"')) return message.replace('"type":"window"', '"type":"tab"')
  if (message.includes('"session.subscribe"')) return message.replace('"log",', '')
  return message
}
