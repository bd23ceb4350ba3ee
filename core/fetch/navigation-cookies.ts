import type { CookieJar } from 'tough-cookie'

/**
 * The cookies of one navigation: what a redirect sets goes to those of the next addresses that it is for (RFC 6265).
 */
export class NavigationCookies {
  #jar: CookieJar | undefined

  /** Keeps what an answer sets; a cookie that is malformed or not for this host is dropped, as RFC 6265 wants. */
  async keep(url: URL, headers: Headers): Promise<void> {
    const lines = headers.getSetCookie()
    if (lines.length === 0) return
    // Few navigations set any, and the library loads the public suffix list.
    this.#jar ??= new (await import('tough-cookie')).CookieJar()
    for (const line of lines) this.#jar.setCookieSync(line, url.href, { ignoreError: true })
  }

  /** The `Cookie` header for a URL: the caller's own pairs, and what was set on the way, which wins over them. */
  header(url: URL, own: string | undefined): string | undefined {
    const kept = this.#jar?.getCookiesSync(url.href) ?? []
    if (kept.length === 0) return own
    const pairs = kept.map(({ key: name, value }) => ({ name, value }))
    return cookieHeader(own, pairs)
  }
}

/** The `Cookie` header of a request: the caller's own pairs, and those that sites have set, which win over them. */
export function cookieHeader(own: string | null | undefined, kept: readonly { name: string; value: string }[]): string {
  const names = new Set(kept.map(({ name }) => name))
  const others = own?.split(';').filter((pair) => !names.has(pair.split('=', 1)[0]!.trim())) ?? []
  return [...others.map((pair) => pair.trim()), ...kept.map(({ name, value }) => `${name}=${value}`)]
    .filter((pair) => pair !== '')
    .join('; ')
}
