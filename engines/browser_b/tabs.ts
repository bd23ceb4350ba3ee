import bundle from 'playwright-core/lib/utilsBundle'

let done = false

/**
 * Has the library open pages of Firefox as tabs. It opens each as a window, and Firefox does not give back the 8 to 11 MB
 * that a window takes: after 100 pages it had grown by 1.2 GB, and with tabs not at all. Source: playwright-core 1.64.1, whose
 * sockets are of a class that it exports.
 */
export function openAsTabs(): void {
  if (done) return
  done = true
  const { prototype } = bundle.ws
  const { send } = prototype
  prototype.send = function (data, ...rest) {
    const asTab =
      typeof data === 'string' && data.includes('"browsingContext.create"')
        ? data.replace('"type":"window"', '"type":"tab"')
        : data
    return send.call(this, asTab, ...rest)
  }
}
