import { isApiError } from 'weirjs'
import type { ArchiveConfig } from '../config.ts'
import { completeCaptures, knownArchives } from '../memento/complete-captures.ts'
import type { ListedMemento } from '../memento/parse-timemap.ts'
import { readTimeMap } from '../memento/read-timemap.ts'
import { MAX_CAPTURE } from '../replay/decode-capture.ts'
import { addressOf, findMemento, momentOf, readMemento, targetOf } from '../replay/read-memento.ts'
import { parseReplay, toRaw } from '../replay/replay-address.ts'
import type { ArchiveProvider, Capture } from '../service.ts'
import { nearest } from '../time/nearest.ts'
import { compare, isTimestamp, toHttpDate } from '../time/timestamp.ts'
import { type Ask, type AskContext, type AskParts, createAsk, isMemento, type UpstreamAnswer } from '../upstream/ask.ts'

const NAME = 'memento'

/** Many archives together, through an aggregator's TimeMaps and TimeGate. Source: RFC 7089. */
export function createMemento(
  config: Pick<ArchiveConfig, 'mementoUrl' | 'waybackUrl' | 'cdxUrl' | 'cdxReplayUrl'>,
  parts: AskParts,
): ArchiveProvider {
  const base = config.mementoUrl.replace(/\/$/, '')
  const ask = createAsk(NAME, base, parts)
  const archives = knownArchives(NAME, config, parts)
  // The URL inside the path is not encoded.
  const timeMapOf = (url: URL) => new URL(`${base}/timemap/link/${url.href}`)
  const timeGateOf = (url: URL) => new URL(`${base}/timegate/${url.href}`)

  const find = (url: URL, timestamp: string | undefined, asking: AskContext) =>
    findMemento(ask, NAME, { start: timeGateOf(url), timestamp }, asking)

  /**
   * The memento as it was archived: most archives show it with a banner and rewritten links, and have the raw version
   * at another URL.
   */
  const rawOf = async (found: UpstreamAnswer, asking: AskContext): Promise<UpstreamAnswer> => {
    const raw = toRaw(addressOf(found))
    if (!raw || raw.href === found.url.href) return found
    const answer = await findMemento(ask, NAME, { start: raw }, asking).catch((error) => {
      if (!isRefused(error)) throw error
      return undefined
    })
    return answer && isMemento(answer) ? answer : found
  }

  return {
    get pause() {
      return parts.governor.pause(base)
    },
    async search({ url, account, from, to, closest, limit, timestampsOnly }, signal) {
      const asking = { account, signal }
      const place = { start: timeMapOf(url), range: { from, to } }
      const { mementos, isPart } = await readTimeMap(ask, NAME, place, asking)
      const chosen =
        closest === undefined ? mementos.sort(compare).slice(0, limit) : await nearest(mementos, closest, limit)
      const told = timestampsOnly ? undefined : await completeCaptures(archives, { url, mementos: chosen }, asking)
      const captures = chosen.map((memento) => ({ ...captureOf(memento, url), ...told?.get(memento) }))
      const more = isPart || mementos.length > limit
      return { captures, more, ...(!isPart && { total: mementos.length }) }
    },

    async snapshot({ url, timestamp, account }, signal) {
      const asking = { account, signal }
      const found = await find(url, timestamp, asking)
      if (!found) return undefined
      const memento = await readMemento(NAME, await rawOf(found, asking))
      return { ...memento, url: addressOf(found).href }
    },

    async availability({ url, timestamp, account }, signal) {
      const asking = { account, signal }
      const moment = await momentBehind(ask, timeGateOf(url), timestamp, asking)
      if (moment !== undefined) return { timestamp: moment }
      const { mementos } = await readTimeMap(ask, NAME, { start: timeMapOf(url), range: {} }, asking)
      const sorted = timestamp === undefined ? mementos.sort(compare).reverse() : await nearest(mementos, timestamp, 1)
      return { timestamp: sorted[0]?.timestamp }
    },
  }
}

/** Whether the archive refuses this address or does not have it, instead of being temporarily unavailable. */
const isRefused = (error: unknown) => {
  const { status, reason }: Record<string, unknown> = isApiError(error) ? error.details : {}
  if (reason === 'forbidden_address') return true
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429
}

/**
 * The moment of the capture that a TimeGate leads to. It is usually in the redirect's URL, so that the capture need
 * not be read.
 */
async function momentBehind(ask: Ask, start: URL, timestamp: string | undefined, asking: AskContext) {
  const headers = timestamp === undefined ? undefined : { 'accept-datetime': toHttpDate(timestamp) }
  const gate = await ask(start, { ...asking, kind: 'content', headers, decode: false, maxBytes: MAX_CAPTURE })
  if (isMemento(gate)) return momentOf(gate)
  const next = targetOf(gate)
  const told = next && parseReplay(next.href)?.timestamp
  if (isTimestamp(told)) return told
  const found = next && (await findMemento(ask, NAME, { start: next, timestamp }, asking))
  return found && momentOf(found)
}

/**
 * A capture without type, status, digest and length, which Memento does not have; the index of its archive may add
 * them.
 */
const captureOf = ({ timestamp, url }: ListedMemento, asked: URL): Capture => ({
  timestamp,
  url: parseReplay(url)?.original ?? asked.href,
  mimetype: '',
  statuscode: '',
  digest: '',
  length: '',
})
