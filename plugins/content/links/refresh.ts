/** Where a page leads by itself: `<meta http-equiv="refresh">`. */
export interface Refresh {
  /** Whole seconds that the page is shown before. */
  seconds: number
  /** As it is written; empty where the page is loaded again. */
  href: string
}

/** Reads the `content` of a refresh, such as `5; url='/next'`. Source: the HTML standard, section 4.2.5.3. */
export function readRefresh(content: string): Refresh {
  const [, seconds = '', rest] = /^\s*(\d*)(?:\.[\d.]*)?\s*(?:[;,\s]\s*(.*))?$/s.exec(content) ?? []
  const [, ...addresses] = /^(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is.exec(rest ?? '') ?? []
  return { seconds: Number(seconds), href: addresses.find((address) => address !== undefined)?.trim() ?? '' }
}
