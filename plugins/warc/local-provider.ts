import type { Kit } from 'weirjs'
import {
  type ArchiveProvider,
  type CaptureQuery,
  fromMillis,
  type Capture as Shown,
  type Snapshot,
  toMillis,
} from '../archive/service.ts'
import { notKept } from './errors.ts'
import { type ReadCapture, readCapture } from './read-capture.ts'
import { urlKey } from './record/url-key.ts'
import type { Capture, CaptureFilter, CaptureStore } from './store/capture-store.ts'

interface Parts extends Pick<Kit, 'files' | 'clock'> {
  captures: CaptureStore
  /** Whether the archive is switched on. */
  keep: boolean
}

/** The archive `local`: pages that the account itself has scraped. */
export function createLocalProvider({ captures, files, clock, keep }: Parts): ArchiveProvider {
  const nearest = async (filter: CaptureFilter, timestamp: string | undefined, most: number) => {
    const moment = timestamp === undefined ? clock.now() : toMillis(timestamp) + LAST_OF_SECOND
    return nearestFirst(await captures.nearest(filter, moment, most), moment)
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
      let redirect: Snapshot | undefined
      for (const capture of await nearest(filterOf(query), query.timestamp, MAX_REDIRECTS)) {
        const read = await readCapture(files, capture)
        if (!read) continue
        const { status: statusCode, headers, body } = read
        const snapshot = { timestamp: fromMillis(capture.capturedAt), url: capture.url, statusCode, headers, body }
        if (!leadsToItself(capture, read)) return snapshot
        redirect ??= snapshot
      }
      return redirect
    },

    async availability(query) {
      const [capture] = await nearest(filterOf(query), query.timestamp, 1)
      return { timestamp: capture && fromMillis(capture.capturedAt) }
    },
  }
}

/** How many captures near a moment are tried in order to find one that is no redirect to the same page. */
const MAX_REDIRECTS = 4

/**
 * Whether a capture redirects to what an archive considers the same page: with https, with `www`, or after setting a
 * cookie.
 */
function leadsToItself({ url, urlKey: key, status }: Capture, { headers }: ReadCapture): boolean {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const target = location === null ? null : URL.parse(location, url)
  return target !== null && urlKey(target) === key
}

/** Timestamps have a resolution of seconds, captures of milliseconds. */
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
/** Sorts by distance in seconds, the resolution of timestamps; of two in the same second, the later comes first. */
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
