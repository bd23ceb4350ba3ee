/**
 * URLs of captures: `…/20210317120000id_/http://example.com/`, as in all kinds of Wayback Machines. The inner URL is
 * not encoded again.
 */

const MOMENT = /\/(\d{4,14})(?:[a-z]{2}_)?(?=\/)/g
/** The start of an inner URL: some archives leave out a slash, or the scheme. */
const ADDRESS = /^(?:https?:\/|\/|[^/]+\.)/i

const withoutSlash = (base: string) => base.replace(/\/$/, '')

/** The capture as it was archived, without a banner and with its original links. */
export const rawAddress = (base: string, timestamp: string, url: URL) =>
  new URL(`${withoutSlash(base)}/${timestamp}id_/${url.href}`)

/** The capture as a person sees it. */
export const shownAddress = (base: string, timestamp: string, url: URL) =>
  `${withoutSlash(base)}/${timestamp}/${url.href}`

interface Replay {
  timestamp: string
  /** The URL that was archived. */
  original: string
  /** The part before the timestamp. */
  before: string
}

/** Parses the URL of a capture; undefined for any other URL. */
export function parseReplay(address: string): Replay | undefined {
  for (const { 0: found, 1: timestamp = '', index } of address.matchAll(MOMENT)) {
    const original = address.slice(index + found.length + 1)
    if (ADDRESS.test(original)) return { timestamp, original, before: address.slice(0, index) }
  }
  return undefined
}

/** The raw form of a capture's URL, if it can be determined. */
export function toRaw({ href }: URL): URL | undefined {
  const replay = parseReplay(href)
  if (replay?.timestamp.length !== 14) return undefined
  return new URL(`${replay.before}/${replay.timestamp}id_/${replay.original}`)
}
