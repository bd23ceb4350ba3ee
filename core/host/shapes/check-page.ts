import type { Engine, Page } from '../../contracts/engine.ts'

const isFunction = (value: unknown) => typeof value === 'function'

/** What `open` returned, if it is an engine. Throws TypeError, for the log. */
export function checkEngine(engine: Engine): Engine {
  if (!isFunction(engine?.fetch)) throw new TypeError('Its open gives no engine: an object with a function fetch')
  return engine
}

/** What an engine returned for a page, if it is one. Throws TypeError, which tells the author in the log. */
export function checkPage(page: Page): Page {
  const lacks = (what: string) => {
    throw new TypeError(`Its page lacks ${what}`)
  }
  if (!(page?.url instanceof URL)) lacks('url, a URL')
  const { status, headers, body } = page
  // Some sites use codes that HTTP does not define: LinkedIn refuses with 999.
  if (!Number.isInteger(status) || status < 100 || status > 999) lacks('status, a whole number from 100 to 999')
  if (!isFunction(headers?.get)) lacks('headers, a Headers')
  if (!(body instanceof Uint8Array) && !isFunction(body?.getReader)) lacks('body, a Uint8Array or a ReadableStream')
  return page
}
