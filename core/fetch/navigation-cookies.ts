import type { CookieJar } from 'tough-cookie'

/**
 * The cookies of one navigation: those that a redirect sets are sent to the later URLs that they match (RFC 6265).
 */
export class NavigationCookies {
  #jar: CookieJar | undefined

  /**
   * Stores the cookies that a response sets. One that is malformed or not for this host is dropped, as RFC 6265
   * demands.
   */
  async keep(url: URL, headers: Headers): Promise<void> {
    const lines = headers.getSetCookie()
    if (lines.length === 0) return
    // Few navigations set cookies, and the library loads the public suffix list.
    this.#jar ??= new (await import('tough-cookie')).CookieJar()
    for (const line of lines) this.#jar.setCookieSync(line, url.href, { ignoreError: true })
  }

  /** The `Cookie` header for a URL: the caller's own pairs, and those set on the way, which win. */
  header(url: URL, own: string | undefined): string | undefined {
    const kept = this.#jar?.getCookiesSync(url.href) ?? []
    if (kept.length === 0) return own
    const pairs = kept.map(({ key: name, value }) => ({ name, value }))
    return cookieHeader(own, pairs)
  }
}

/** The `Cookie` header of a request: the caller's own pairs, and those that sites have set, which win. */
export function cookieHeader(own: string | null | undefined, kept: readonly { name: string; value: string }[]): string {
  const names = new Set(kept.map(({ name }) => name))
  const others = own?.split(';').filter((pair) => !names.has(pair.split('=', 1)[0]!.trim())) ?? []
  return [...others.map((pair) => pair.trim()), ...kept.map(({ name, value }) => `${name}=${value}`)]
    .filter((pair) => pair !== '')
    .join('; ')
}
