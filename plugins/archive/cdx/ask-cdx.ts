import { isApiError } from 'weirjs'
import type { Capture, CaptureList, CaptureQuery } from '../service.ts'
import { nearest } from '../time/nearest.ts'
import { toMillis } from '../time/timestamp.ts'
import { type Ask, type AskContext, malformed, unexpected } from '../upstream/ask.ts'
import { dialectOf } from './dialect.ts'
import { type CdxAnswer, parseCdx } from './parse-cdx.ts'
import { resolveRevisits } from './resolve-revisits.ts'

/** Rows per response: more take servers too long. */
const PAGE = 15_000
/** The most responses that form one list. */
const MAX_PAGES = 10
/** The number of rows that shows whether a server sorts by distance. */
const WINDOW = 10

type Parameters = Readonly<Record<string, string>>

/** An index of captures, through any dialect of the CDX server API. */
export interface Cdx {
  search(query: CaptureQuery, signal: AbortSignal): Promise<CaptureList>
  /** The latest capture, or the one nearest to a moment. */
  one(url: URL, timestamp: string | undefined, asking: AskContext): Promise<Capture | undefined>
}

export function createCdx(provider: string, endpoint: URL, ask: Ask): Cdx {
  const dialect = dialectOf(endpoint)

  const read = async (url: URL, parameters: Parameters, asking: AskContext): Promise<CdxAnswer> => {
    const address = new URL(endpoint)
    // Without `matchType`, a `*` in the address would be a wildcard.
    const all = { url: url.href, matchType: 'exact', output: 'json', ...parameters }
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value)
    const answer = await ask(address, { ...asking, kind: 'index' })
    const text = new TextDecoder().decode(answer.body)
    // pywb and Common Crawl answer this if there are no captures. An HTML page means that there is no index.
    if (answer.status === 404 && !/^\s*</.test(text)) return { captures: [] }
    if (answer.status !== 200) throw unexpected(provider, answer)
    const parsed = await parseCdx(text, parameters.fl?.split(','))
    if (!parsed) throw malformed(provider, 'list of captures')
    return parsed
  }

  /** Reads the oldest captures, in several responses if the server returns resume keys. */
  const readOldest = async (url: URL, limit: number, range: Parameters, asking: AskContext): Promise<CaptureList> => {
    let captures: Capture[] = []
    let resumeKey: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = dialect.resumes ? Math.min(limit - captures.length, PAGE) : limit
      const parameters = { ...range, ...dialect.oldest, limit: String(rows), ...(resumeKey && { resumeKey }) }
      const answer = await read(url, parameters, asking)
      captures = captures.concat(answer.captures)
      // A short or even empty response may still have more to follow, as servers scan a limited number of rows at a
      // time.
      const isLast = !dialect.resumes || answer.resumeKey === undefined || answer.resumeKey === resumeKey
      resumeKey = answer.resumeKey
      const isFull = captures.length >= limit
      const more = captures.length > limit || (dialect.resumes ? resumeKey !== undefined : isFull)
      if (isFull || isLast) return { captures: captures.slice(0, limit), more }
    }
    return { captures, more: true }
  }

  /**
   * Reads the captures nearest to a moment. Not every server supports `sort=closest`: some refuse it, others return
   * the oldest captures. If the result is not sorted by distance and may be incomplete, both sides of the moment are
   * requested.
   */
  const readNearest = async (
    url: URL,
    { closest, limit, range }: { closest: string; limit: number; range: Parameters },
    asking: AskContext,
  ): Promise<CaptureList> => {
    const rows = Math.max(limit, WINDOW)
    const sorted = await read(url, { ...range, sort: 'closest', closest, limit: String(rows) }, asking).catch(
      (error) => {
        if (isApiError(error) && error.details.status === 400) return undefined
        throw error
      },
    )
    const isAll = sorted !== undefined && sorted.captures.length < rows
    if (sorted && (isAll || isByNearness(sorted.captures, closest)))
      return {
        captures: await nearest(sorted.captures, closest, limit),
        more: !isAll || sorted.captures.length > limit,
      }
    const { from = '', to = '' } = range
    const sides: Parameters[] = []
    if (to === '' || to >= closest) sides.push({ ...range, from: later(from, closest), limit: String(rows) })
    if (from === '' || from <= closest) sides.push({ ...range, to: earlier(to, closest), ...dialect.latest(rows) })
    let both: Capture[] = []
    for (const side of sides) both = both.concat((await read(url, side, asking)).captures)
    return { captures: await nearest(await resolveRevisits(both), closest, limit), more: both.length > limit }
  }

  return {
    async search({ url, account, from, to, closest, limit, timestampsOnly }, signal) {
      const range = {
        ...(from && { from }),
        ...(to && { to }),
        ...(timestampsOnly && { fl: dialect.identity }),
      }
      const asking = { account, signal }
      const list =
        closest === undefined
          ? await readOldest(url, limit, range, asking)
          : await readNearest(url, { closest, limit, range }, asking)
      return { ...list, captures: await resolveRevisits(list.captures) }
    },

    async one(url, timestamp, asking) {
      if (timestamp !== undefined) {
        const { captures } = await readNearest(url, { closest: timestamp, limit: 1, range: {} }, asking)
        return captures[0]
      }
      const { captures } = await read(url, dialect.last, asking)
      return captures.reduce<Capture | undefined>(
        (last, capture) => (last && last.timestamp >= capture.timestamp ? last : capture),
        undefined,
      )
    },
  }
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one !== '' && one < other ? one : other)

function isByNearness(captures: readonly Capture[], moment: string): boolean {
  const at = toMillis(moment)
  const distances = captures.map(({ timestamp }) => Math.abs(toMillis(timestamp) - at))
  return distances.every((distance, i) => i === 0 || distance >= distances[i - 1]!)
}
