/** The parts of an e-mail address. */
export interface Address {
  local: string
  /** The host name in lower case and ASCII: `xn--…` if it was written in another script. */
  domain: string
}

/** In octets. Source: RFC 5321 sections 4.5.3.1.1 to 4.5.3.1.3; the limit of a path includes two brackets. */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254
/** Source: RFC 1035 section 2.3.4. */
const MAX_DOMAIN = 253

/** Source: RFC 5321 section 4.1.2, `Dot-string`, with the characters that RFC 6531 adds. */
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u
/** The same, `Quoted-string`. */
const QUOTED_STRING = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{80}-\u{10ffff}]|\\[\x20-\x7e])*"$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** White space and control characters beyond ASCII, which no domain name or local part contains. */
const BLANK = /[\s\u{80}-\u{9f}\u{200b}-\u{200f}\u{2028}-\u{202f}\u{2060}\u{feff}\u{fffd}]/u
/** Characters that the URL parser would interpret or drop in a host. */
const NO_HOST = /[\0-\x20#%/:<>?@[\\\]^|\x7f\u{ad}]/u

const octets = (text: string) => Buffer.byteLength(text)

/** The host name in the form for DNS; undefined if it is invalid. */
function readDomain(text: string): string | undefined {
  if (text === '' || text.length > MAX_ADDRESS || NO_HOST.test(text)) return undefined
  const domain = isAscii(text) ? text.toLowerCase() : (URL.parse(`http://${text}`)?.hostname ?? '')
  const labels = domain.split('.')
  const top = labels.at(-1)!
  const isName = labels.length > 1 && domain.length <= MAX_DOMAIN && labels.every((label) => LABEL.test(label))
  // A numeric top-level label would be part of an IPv4 address.
  return isName && !/^\d+$/.test(top) ? domain : undefined
}

const isAscii = (text: string) => octets(text) === text.length

/** Splits an address; undefined if it is invalid, or has no domain name. */
export function readAddress(email: string): Address | undefined {
  const at = email.lastIndexOf('@')
  if (at < 1 || octets(email) > MAX_ADDRESS) return undefined
  const local = email.slice(0, at)
  const isLocal =
    octets(local) <= MAX_LOCAL && (DOT_STRING.test(local) ? !BLANK.test(local) : QUOTED_STRING.test(local))
  const domain = isLocal ? readDomain(email.slice(at + 1)) : undefined
  return domain === undefined ? undefined : { local, domain }
}
