import { describeError, type Kit, type Static, t } from 'weirjs'
import type { PageOptions } from '../options/page-options.ts'
import type { Prices } from '../price.ts'
import type { ScrapedPage } from '../service.ts'
import { type EntryKey, has, MAX_AHEAD, SHARED, touch } from './entries.ts'
import { lifetimeOf } from './lifetime.ts'
import { fromReply, toReply } from './pack.ts'
import { type PendingAnswer, PendingWrites } from './pending-writes.ts'
import { type CachedPage, type KeptPage, read } from './read.ts'
import { RecentAnswers } from './recent-answers.ts'
import { createDigest } from './request.ts'
import { isPlain, showsPart } from './sharing.ts'
import { sizeOf } from './size.ts'
import { createCacheSweeper, GROWTH } from './sweep.ts'
import { MAX_LENGTH, write } from './write.ts'

export { cacheMigration } from './entries.ts'
export type { CachedPage } from './read.ts'
export { isShareable, showsPart } from './sharing.ts'

export const CacheConfig = t.Object(
  {
    maxBytes: t.Integer({
      default: 1024 ** 3,
      minimum: 0,
      description:
        'Maximum size in bytes, compressed and with files. The least recently used pages are removed first; 0 stores nothing',
    }),
  },
  { default: {} },
)
export type CacheConfig = Static<typeof CacheConfig>

type Found = CachedPage | undefined

/** A cache of answers, for the same request. Source: spec section 4.3, decisions 5.6. */
export interface PageCache {
  /**
   * The youngest answer to this request that the account may see, with an age between the options' `minAge` and
   * `maxAge`. An answer in memory is returned without a promise, so that no timeout is needed.
   */
  find(url: URL, options: PageOptions, accountId: string): Found | Promise<Found>
  /**
   * Stores an answer, unless it only shows a temporary problem. It can be found at once, and is written after waiting
   * requests have been answered; a failure is logged. The answer to a request that bypasses the cache is stored only
   * in place of an older one.
   */
  keep(url: URL, options: PageOptions, accountId: string, page: ScrapedPage): void
  /** Starts periodic sweeps. */
  start(): void
  /** Waits for pending writes. */
  close(): Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Minimum milliseconds between two writes of an entry's last use. */
const USE_STEP = HOUR
/** Bytes of answers that are kept in memory. */
const MAX_RECENT = 16 * 1024 * 1024

/** In whole milliseconds, like the store, also for fractions of a day. */
const daysBefore = (now: number, days: number) => Math.round(now - days * DAY)

type Parts = Pick<
  Kit<{ prices: Prices; cache: CacheConfig }>,
  'config' | 'store' | 'files' | 'clock' | 'leases' | 'log'
>
/** Which answers to look for: whose, to which request, and of which time. */
interface Search {
  request: string
  partitions: readonly [string, string]
  since: number
  until: number
  now: number
}
const nameOf = ({ request, partition }: EntryKey) => `${request} ${partition}`

/** Opens the cache of a store whose tables are up to date. */
export function createPageCache(parts: Parts): PageCache {
  const { config, store, clock, log } = parts
  const { prices, cache } = config
  const digest = createDigest(prices)
  const sweeper = createCacheSweeper(parts, cache.maxBytes)
  const recent = new RecentAnswers(MAX_RECENT)
  const pending = new PendingWrites()
  /** The number of answers that were to be stored. */
  let kept = 0

  const noteUse = (entry: KeptPage, now: number) => {
    if (now - entry.usedAt < USE_STEP) return
    entry.usedAt = now
    store
      .write((tx) => touch(tx, entry, now), { durable: false, reserved: true })
      .catch((error) => log.warn('The use of a cached page could not be noted', { cause: describeError(error) }))
  }

  const writeLater = async (key: EntryKey, answer: PendingAnswer) => {
    await new Promise((resolve) => setImmediate(resolve))
    const { page, createdAt } = answer
    const latest = pending.get(nameOf(key))
    // If both are of the same millisecond, the one that is written last remains.
    if (latest !== undefined && latest !== answer && latest.createdAt >= createdAt) return
    try {
      sweeper.grew(await write(parts, key, page, { createdAt, maxSize: cache.maxBytes * GROWTH }))
    } catch (error) {
      log.warn('A page could not be cached', { cause: describeError(error) })
    }
  }

  const keepAs = (request: string, accountId: string, page: ScrapedPage) => {
    const textSize = sizeOf(page, MAX_LENGTH)
    if (textSize > MAX_LENGTH) return
    const size = page.files.reduce((sum, { bytes }) => sum + bytes.byteLength, textSize)
    if (!pending.hasRoom(size)) {
      log.warn('A page was not cached: too many wait to be written')
      return
    }
    kept++
    recent.forget(request)
    const key = { request, partition: page.shareable ? SHARED : accountId }
    const answer = { page, createdAt: clock.now() }
    pending.add(nameOf(key), answer, size, () => writeLater(key, answer))
  }

  const searchFor = (url: URL, options: PageOptions, accountId: string): Search => {
    const now = clock.now()
    const partitions = [accountId, isPlain(options) ? SHARED : accountId] as const
    const { maxAge, minAge } = options
    const until = minAge === undefined ? now + MAX_AHEAD : daysBefore(now, minAge)
    return { request: digest(url, options), partitions, since: daysBefore(now, maxAge), until, now }
  }

  const inMemory = ({ request, partitions, since, until, now }: Search): Found => {
    for (const partition of partitions) {
      const fresh = pending.get(nameOf({ request, partition }))
      if (fresh && fresh.createdAt > since && fresh.createdAt <= until) {
        const { files, millicredits, shareable } = fresh.page
        const reply = toReply(fresh.page, { createdAt: fresh.createdAt, millicredits })
        return { reply, files, millicredits, shareable }
      }
    }
    const [accountId] = partitions
    const known = recent.get(request, accountId)
    if (!known || known.createdAt <= since || known.createdAt > until || known.expiresAt <= now) return undefined
    noteUse(known, now)
    return known
  }

  const inStore = async ({ request, partitions, ...times }: Search): Promise<Found> => {
    const before = kept
    const page = await read(parts, request, partitions, times)
    if (!page) return undefined
    noteUse(page, times.now)
    // Unless there may be a younger one, or its files may go any time.
    const isYoungest = kept === before && times.until > times.now
    return isYoungest && page.files.length === 0 ? recent.add(request, partitions[0], page) : page
  }

  return {
    find(url, options, accountId) {
      if (options.maxAge === 0) return undefined
      const search = searchFor(url, options, accountId)
      return inMemory(search) ?? inStore(search)
    },

    keep(url, options, accountId, page) {
      if (cache.maxBytes === 0 || lifetimeOf(page.metadata.statusCode) === 0) return
      const request = digest(url, options)
      const partitions = [accountId, SHARED] as const
      const isPending = partitions.some((partition) => pending.get(nameOf({ request, partition })) !== undefined)
      if (options.maxAge > 0 || isPending) return keepAs(request, accountId, page)
      pending.track(
        has(store, request, partitions).then(
          (isKnown) => (isKnown ? keepAs(request, accountId, page) : undefined),
          (error) => log.warn('The cache could not be read', { cause: describeError(error) }),
        ),
      )
    },

    start: sweeper.start,
    async close() {
      await pending.close()
      await sweeper.close()
    },
  }
}

/** An answer from the cache, read. */
export const readCached = (
  { reply, files, millicredits, shareable }: CachedPage,
  options: Pick<PageOptions, 'zeroRetention' | 'content'>,
): ScrapedPage => ({
  ...fromReply(reply),
  files: [...files],
  millicredits,
  shareable,
  isPart: showsPart(options),
  zeroRetention: options.zeroRetention,
})
