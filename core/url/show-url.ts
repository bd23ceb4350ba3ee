import { MAX_URL, parseHttpUrl } from './http-url.ts'

/** The most characters of a URL that a response or a log line repeats. */
const SHOWN = 2048

/**
 * A URL that may be shown: without the user name and password that it may contain, whether or not it can be parsed.
 */
export function showUrl(text: string): string {
  const start = /^(?:[a-z][a-z\d+.-]*:)?[\\/]*/i.exec(text)![0].length
  const rest = text.slice(start)
  const isRead = URL.parse(text)?.host && !/[\u0000-\u0020]/.test(text)
  // In an unparseable URL, everything before the last @ may be a password.
  const end = isRead ? rest.search(/[\\/?#]/) : -1
  const at = (end < 0 ? rest : rest.slice(0, end)).lastIndexOf('@')
  return (at < 0 ? text : text.slice(0, start) + rest.slice(at + 1)).slice(0, SHOWN)
}

/**
 * What to do about a URL that is not fetched, for the caller; completes the sentence "url must". `authentication`:
 * the parameter that takes the user and the password of a page; null if there is none.
 */
export function adviseOnUrl(text: string, authentication: string | null = 'authentication'): string {
  const url = URL.parse(text)
  if (url && (url.username || url.password)) {
    const remedy = authentication
      ? `send them as \`${authentication}\`, which is never shown`
      : 'no authentication is sent'
    return `be without a user and a password: ${remedy}`
  }
  // For example `//example.com/`.
  const rest = text.replace(/^\/\//, '')
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) && 'url' in parseHttpUrl(`https://${rest}`))
    return `begin with https:// or http://, such as https://${showUrl(rest)}`
  if (url && url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'begin with https:// or http://; other schemes are not fetched'
  return `be an http or https URL with a host, such as https://example.com/, without blanks and backslashes, of at most ${MAX_URL} characters`
}
