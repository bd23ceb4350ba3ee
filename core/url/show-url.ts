import { MAX_URL, parseHttpUrl } from './http-url.ts'

/** Characters of an address that an answer or a log line repeats. */
const SHOWN = 2048

/**
 * An address as it may be shown: without the user and the password that it may carry, whether or not it can be read.
 */
export function showUrl(text: string): string {
  const start = /^(?:[a-z][a-z\d+.-]*:)?[\\/]*/i.exec(text)![0].length
  const rest = text.slice(start)
  const isRead = URL.parse(text)?.host && !/[\u0000-\u0020]/.test(text)
  // Of what nobody can read, all before the last @ may be a password.
  const end = isRead ? rest.search(/[\\/?#]/) : -1
  const at = (end < 0 ? rest : rest.slice(0, end)).lastIndexOf('@')
  return (at < 0 ? text : text.slice(0, start) + rest.slice(at + 1)).slice(0, SHOWN)
}

/** What to do about an address that is not fetched, for the one who sent it: it goes on "url must". */
export function adviseOnUrl(text: string): string {
  const url = URL.parse(text)
  if (url && (url.username || url.password))
    return 'be without a user and a password: send them as `authentication`, which nothing shows'
  // As in `//example.com/`.
  const rest = text.replace(/^\/\//, '')
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) && 'url' in parseHttpUrl(`https://${rest}`))
    return `begin with https:// or http://, such as https://${showUrl(rest)}`
  if (url && url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'begin with https:// or http://; other schemes are not fetched'
  return `be an http or https URL with a host, such as https://example.com/, without blanks and backslashes, of at most ${MAX_URL} characters`
}
