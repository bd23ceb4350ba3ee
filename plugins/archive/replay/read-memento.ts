import { EgressFailure } from 'weirjs'
import { unavailable } from '../errors.ts'
import { fromDate, isTimestamp, toHttpDate } from '../time/timestamp.ts'
import { type Ask, type AskContext, isMemento, malformed, type UpstreamAnswer, unexpected } from '../upstream/ask.ts'
import { decodeCapture, MAX_CAPTURE } from './decode-capture.ts'
import { originalHeaders } from './original-headers.ts'
import { parseReplay } from './replay-address.ts'

/** The most redirects to the nearest capture, and from one archive to another. */
const MAX_HOPS = 6

/** A capture read from an archive. */
export interface Memento {
  /** Its URL in the archive. */
  url: URL
  timestamp: string
  statusCode: number
  headers: Headers
  body: Uint8Array
}

/**
 * Follows redirects from an address to a capture: a moment without one leads to the nearest, a TimeGate leads to
 * another archive. An archived redirect is a capture itself. Undefined if there is none.
 */
export async function findMemento(
  ask: Ask,
  provider: string,
  { start, timestamp }: { start: URL; timestamp?: string },
  asking: AskContext,
): Promise<UpstreamAnswer | undefined> {
  const headers = timestamp === undefined ? undefined : { 'accept-datetime': toHttpDate(timestamp) }
  let url = start
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const answer = await ask(url, { ...asking, kind: 'content', headers, decode: false, maxBytes: MAX_CAPTURE })
    const { status } = answer
    if (isMemento(answer)) return answer
    const target = targetOf(answer)
    if (target === undefined) {
      if (status === 404 || status === 410) return undefined
      if (status < 200 || status >= 300) throw unexpected(provider, answer)
      return answer
    }
    url = target
  }
  throw unavailable(provider, 'too_many_redirects', `The archive ${provider} redirects too often`)
}

/** The target of a redirect; undefined for any other response. */
export const targetOf = ({ url, status, headers }: UpstreamAnswer): URL | undefined =>
  status >= 300 && status < 400 ? parseTarget(headers.get('location'), url) : undefined

/**
 * The URL of a memento. A TimeGate that answers with the memento itself names the URL in `content-location`. An
 * archived response may contain that header too, but a memento does not vary by `accept-datetime`, and has a URL of
 * its own. Source: RFC 7089 sections 4.1.2 and 4.2.2.
 */
export function addressOf({ url, headers }: UpstreamAnswer): URL {
  const named = parseTarget(headers.get('content-location'), url)
  if (named === undefined) return url
  const isVaried = /\baccept-datetime\b/i.test(headers.get('vary') ?? '')
  const leadsToCapture = parseReplay(url.href) === undefined && parseReplay(named.href) !== undefined
  return isVaried || leadsToCapture ? named : url
}

function parseTarget(written: string | null, base: URL): URL | undefined {
  const target = written === null ? null : URL.parse(written, base)
  return target && /^https?:$/.test(target.protocol) ? target : undefined
}

/** Restores the original response of a capture. */
export async function readMemento(provider: string, answer: UpstreamAnswer): Promise<Memento> {
  const timestamp = momentOf(answer)
  if (timestamp === undefined) throw malformed(provider, 'capture: it does not state its date')
  const headers = originalHeaders(answer.headers)
  try {
    const body = await decodeCapture(answer.body, answer.headers)
    return { url: answer.url, timestamp, statusCode: answer.status, headers, body }
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error
    const message = `The capture is larger than ${MAX_CAPTURE / (1024 * 1024)} MiB`
    throw unavailable(provider, error.reason, message, { cause: error })
  }
}

/** The moment in the header or, for archives without Memento, in the URL. */
export function momentOf({ url, headers }: Pick<UpstreamAnswer, 'url' | 'headers'>): string | undefined {
  const { timestamp } = parseReplay(url.href) ?? {}
  return fromDate(headers.get('memento-datetime')) ?? (isTimestamp(timestamp) ? timestamp : undefined)
}
