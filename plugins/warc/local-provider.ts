import type { Kit } from 'weirjs'
import {
  type ArchiveProvider,
  type CaptureQuery,
  fromMillis,
  type Capture as Shown,
  toMillis,
} from '../archive/service.ts'
import { notKept } from './errors.ts'
import { readCapture } from './read-capture.ts'
import { urlKey } from './record/url-key.ts'
import type { Capture, CaptureFilter, CaptureStore } from './store/capture-store.ts'

interface Parts extends Pick<Kit, 'files' | 'clock'> {
  captures: CaptureStore
  /** Whether anything is kept. */
  keep: boolean
}

/** The archive `local`: what the account itself has scraped. */
export function createLocalProvider({ captures, files, clock, keep }: Parts): ArchiveProvider {
  const nearest = async (filter: CaptureFilter, timestamp: string | undefined) => {
    const moment = timestamp === undefined ? clock.now() : toMillis(timestamp) + LAST_OF_SECOND
    return nearestFirst(await captures.nearest(filter, moment, 1), moment)[0]
  }

  return {
    get missing() {
      return keep ? undefined : notKept()
    },

    async search(query) {
      const filter = filterOf(query)
      const { closest, limit } = query
      const total = await captures.count(filter)
      const moment = closest === undefined ? undefined : toMillis(closest)
      const found =
        moment === undefined
          ? await captures.list(filter, undefined, limit)
          : nearestFirst(await captures.nearest(filter, moment, limit), moment)
      const given = found.slice(0, limit)
      return { captures: given.map(show), total, more: total > given.length }
    },

    async snapshot(query) {
      const capture = await nearest(filterOf(query), query.timestamp)
      const read = capture && (await readCapture(files, capture))
      if (!read) return undefined
      const { status: statusCode, headers, body } = read
      return { timestamp: fromMillis(capture.capturedAt), url: capture.url, statusCode, headers, body }
    },

    async availability(query) {
      const capture = await nearest(filterOf(query), query.timestamp)
      return { timestamp: capture && fromMillis(capture.capturedAt) }
    },
  }
}

/** Timestamps have seconds, captures milliseconds. */
const LAST_OF_SECOND = 999

const filterOf = ({
  url,
  account,
  from,
  to,
}: Pick<CaptureQuery, 'url' | 'account' | 'from' | 'to'>): CaptureFilter => ({
  account: account.id,
  urlKey: urlKey(url),
  isPrefix: false,
  from: from === undefined ? 0 : toMillis(from),
  to: to === undefined ? Number.MAX_SAFE_INTEGER : toMillis(to) + LAST_OF_SECOND,
})

const second = (time: number) => Math.floor(time / 1000)
/** By seconds, as timestamps have them; of two in one second the later is first. */
function nearestFirst(captures: readonly Capture[], moment: number): Capture[] {
  const distance = ({ capturedAt }: Capture) => Math.abs(second(capturedAt) - second(moment))
  return captures.toSorted((a, b) => distance(a) - distance(b) || b.capturedAt - a.capturedAt)
}

const show = ({ capturedAt, url, mediaType, status, digest, length }: Capture): Shown => ({
  timestamp: fromMillis(capturedAt),
  url,
  mimetype: mediaType,
  statuscode: String(status),
  digest,
  length: String(length),
})
