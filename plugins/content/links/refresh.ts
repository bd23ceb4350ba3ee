/** A redirect by the page itself: `<meta http-equiv="refresh">`. */
export interface Refresh {
  /** Whole seconds until the redirect. */
  seconds: number
  /** As written; empty if the page is reloaded. */
  href: string
}

/** Reads the `content` of a refresh, such as `5; url='/next'`. Source: the HTML standard, section 4.2.5.3. */
export function readRefresh(content: string): Refresh {
  const [, seconds = '', rest] = /^\s*(\d*)(?:\.[\d.]*)?\s*(?:[;,\s]\s*(.*))?$/s.exec(content) ?? []
  const [, ...addresses] = /^(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is.exec(rest ?? '') ?? []
  return { seconds: Number(seconds), href: addresses.find((address) => address !== undefined)?.trim() ?? '' }
}
