/** An e-mail address, parted. */
export interface Address {
  local: string
  /** The host name, lower case, in ASCII: `xn--…` where it was written in another script. */
  domain: string
}

/** Octets. Source: RFC 5321 sections 4.5.3.1.1 to 4.5.3.1.3; a path has two brackets more than an address. */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254
/** Source: RFC 1035 section 2.3.4. */
const MAX_DOMAIN = 253

/** Source: RFC 5321 section 4.1.2, `Dot-string`, with the letters that RFC 6531 adds. */
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u
/** The same, `Quoted-string`. */
const QUOTED_STRING = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{80}-\u{10ffff}]|\\[\x20-\x7e])*"$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** White space and controls beyond ASCII, which no name and no local part has. */
const BLANK = /[\s\u{80}-\u{9f}\u{200b}-\u{200f}\u{2028}-\u{202f}\u{2060}\u{feff}\u{fffd}]/u
/** What a URL's host would take for something else, or leave out. */
const NO_HOST = /[\0-\x20#%/:<>?@[\\\]^|\x7f\u{ad}]/u

const octets = (text: string) => Buffer.byteLength(text)

/** The host name as it is asked for; undefined for what is none. */
function readDomain(text: string): string | undefined {
  if (text === '' || text.length > MAX_ADDRESS || NO_HOST.test(text)) return undefined
  const domain = isAscii(text) ? text.toLowerCase() : (URL.parse(`http://${text}`)?.hostname ?? '')
  const labels = domain.split('.')
  const top = labels.at(-1)!
  const isName = labels.length > 1 && domain.length <= MAX_DOMAIN && labels.every((label) => LABEL.test(label))
  // Digits alone are the end of an IPv4 address.
  return isName && !/^\d+$/.test(top) ? domain : undefined
}

const isAscii = (text: string) => octets(text) === text.length

/** Parts an address; undefined for what is none, or has no domain name. */
export function readAddress(email: string): Address | undefined {
  const at = email.lastIndexOf('@')
  if (at < 1 || octets(email) > MAX_ADDRESS) return undefined
  const local = email.slice(0, at)
  const isLocal =
    octets(local) <= MAX_LOCAL && (DOT_STRING.test(local) ? !BLANK.test(local) : QUOTED_STRING.test(local))
  const domain = isLocal ? readDomain(email.slice(at + 1)) : undefined
  return domain === undefined ? undefined : { local, domain }
}
