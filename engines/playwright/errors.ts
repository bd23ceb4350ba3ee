/** A caller's script threw, or is not valid JavaScript. The message is the page's own. */
export class ScriptFailed extends Error {
  override readonly name = 'ScriptFailed'
}

/** The browser or the page's process ended before the work was done; a fresh one may succeed. */
export class BrowserGone extends Error {
  override readonly name = 'BrowserGone'
}

/** The page or the result exceeds a limit; a fresh browser would not help. */
export class PageTooLarge extends Error {
  override readonly name = 'PageTooLarge'
}

/** Whether code in the page ended because the page navigated. */
export const isNavigated = (error: unknown) =>
  error instanceof Error &&
  /context was destroyed|Inspected target navigated|Cannot find context|because of a navigation|no such frame/i.test(
    error.message,
  )

/** Whether the browser or the page's process has ended, so that a fresh one may succeed. */
export const isGone = (error: unknown) =>
  error instanceof BrowserGone ||
  /has been closed|Page crashed|Target crashed|browser has disconnected|Browser closed|Connection closed/i.test(
    error instanceof Error ? error.message : String(error),
  )
