/**
 * The key of a URL in indexes: the host reversed and without `www`, path and query in lower case, the parameters
 * sorted. `https://www.Example.com/A?b=2&a=1` becomes `com,example)/a?a=1&b=2`. Source: pywb's CDXJ format, as in
 * warcio.js.
 */
export function urlKey(url: URL): string {
  const { hostname, port, pathname, search } = new URL(url.href.toLowerCase())
  const host = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',')
  const query = search && `?${search.slice(1).split('&').sort().join('&')}`
  return `${host}${port && `:${port}`})${pathname}${query}`
}
