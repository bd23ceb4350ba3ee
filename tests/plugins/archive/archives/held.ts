import { createHash } from 'node:crypto'

/** A capture in the archive of a test. */
export interface Held {
  timestamp: string
  url: string
  status: number
  type: string
  body: Uint8Array
  /** The headers of the archived response. */
  headers: Record<string, string>
  /** Whether it is a revisit record in the index, for unchanged content. */
  isRevisit: boolean
}

export const capture = (
  timestamp: string,
  {
    body = `<title>At ${timestamp}</title><p>As it was`,
    ...rest
  }: Partial<Omit<Held, 'body'>> & { body?: string | Uint8Array } = {},
): Held => ({
  timestamp,
  url: 'http://example.com/page',
  status: 200,
  type: 'text/html; charset=utf-8',
  headers: {},
  isRevisit: false,
  ...rest,
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The SHA-1 in Base32, as in indexes. */
export function digestOf(body: Uint8Array): string {
  const bits = [...createHash('sha1').update(body).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

export const millisOf = (timestamp: string) =>
  Date.parse(timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))

/** The order of an index that sorts by distance. */
export const byNearness = (held: readonly Held[], timestamp: string) =>
  held.toSorted(
    (one, other) =>
      Math.abs(millisOf(one.timestamp) - millisOf(timestamp)) -
      Math.abs(millisOf(other.timestamp) - millisOf(timestamp)),
  )

/** The key of an address. Indexes treat addresses with the same key as one. */
const keyOf = (url: string) => {
  const { hostname, pathname, search } = new URL(url)
  return (hostname.replace(/^www\./, '') + pathname + search).toLowerCase()
}
export const heldOf = (held: readonly Held[], url: string) =>
  held
    .filter((one) => keyOf(one.url) === keyOf(url))
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
