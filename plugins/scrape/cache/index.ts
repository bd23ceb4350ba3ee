import { defineService, describeError, type Kit, type NewFile, type Static, t } from 'weirjs'
import type { PageOptions } from '../options.ts'
import type { Prices } from '../price.ts'
import type { ScrapedPage } from '../service.ts'
import { type EntryKey, type FoundEntry, find, SHARED, touch } from './entries.ts'
import { lifetimeOf } from './lifetime.ts'
import { unpack } from './pack.ts'
import { digestRequest } from './request.ts'
import { isPlain } from './sharing.ts'
import { createSweeper, GROWTH } from './sweep.ts'
import { write } from './write.ts'

export { cacheMigration } from './entries.ts'
export { isShareable } from './sharing.ts'

export const CacheConfig = t.Object(
  {
    maxBytes: t.Integer({
      default: 1024 ** 3,
      minimum: 0,
      description: 'Bytes, compressed and with files. What has not been used for longest goes first; 0 keeps nothing',
    }),
  },
  { default: {} },
)

/** Answers that were given, for those who ask the same again. Source: spec section 4.3, decisions 5.6. */
export interface PageCache {
  /** The youngest answer to this request that the account may be shown, of those made within the options' `maxAge`. */
  find(url: URL, options: PageOptions, accountId: string): Promise<ScrapedPage | undefined>
  /**
   * Keeps an answer, where it tells something of the page and not of a passing trouble. It is found at once, and written when
   * those have been answered that wait; a failure is logged.
   */
  keep(url: URL, options: PageOptions, accountId: string, page: ScrapedPage): void
  /** Begins to sweep now and then. */
  start(): void
  /** Waits for what is being written. */
  close(): Promise<void>
}
/** The plugin's own, so that its routes and jobs share one. */
export const pageCache = defineService<PageCache>('scrape.cache')

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** When an entry was used last is written no more often than this, in ms. */
const USE_STEP = HOUR

type Parts = Pick<
  Kit<{ prices: Prices; cache: Static<typeof CacheConfig> }>,
  'config' | 'store' | 'files' | 'clock' | 'log'
>

/** Opens the cache of a store whose tables are up to date. */
export function createPageCache(parts: Parts): PageCache {
  const { config, store, files, clock, log } = parts
  const { prices, cache } = config
  const sweeper = createSweeper(parts, cache.maxBytes)
  /** Answers that are being written, by their keys. */
  const unwritten = new Map<string, { page: ScrapedPage; createdAt: number; written: Promise<void> }>()
  const nameOf = ({ request, partition }: EntryKey) => `${request} ${partition}`

  const noteUse = (entry: FoundEntry, now: number) => {
    if (now - entry.usedAt < USE_STEP) return
    store
      .write((tx) => touch(tx, entry, now), { durable: false, reserved: true })
      .catch((error) => log.warn('The use of a cached page could not be noted', { cause: describeError(error) }))
  }

  /** Undefined where one is gone. */
  async function readFiles(ids: readonly string[]): Promise<NewFile[] | undefined> {
    const read: NewFile[] = []
    for (const id of ids) {
      const file = await files.open(id)
      if (!file) return undefined
      const { type, mediaType } = file.entry
      read.push({ type, mediaType, bytes: await new Response(file.body).bytes() })
    }
    return read
  }

  return {
    async find(url, options, accountId) {
      if (options.maxAge === 0) return undefined
      const now = clock.now()
      const since = now - options.maxAge * DAY
      const request = digestRequest(url, options, prices)
      const shareable = isPlain(options)
      for (const partition of [accountId, SHARED]) {
        const fresh = unwritten.get(nameOf({ request, partition }))
        if (fresh) return asCached(fresh.page, fresh.createdAt)
      }
      const entry = await find(store, request, [accountId, shareable ? SHARED : accountId], { since, now })
      const kept = entry && (await readFiles(entry.files))
      if (!kept) return undefined
      noteUse(entry, now)
      const { partition, millicredits, createdAt } = entry
      const page = { ...unpack(entry), files: kept, millicredits, shareable: partition === SHARED }
      return asCached(page, createdAt)
    },

    keep(url, options, accountId, page) {
      if (cache.maxBytes === 0 || lifetimeOf(page.metadata.statusCode) === 0) return
      const createdAt = clock.now()
      const key = {
        request: digestRequest(url, options, prices),
        partition: page.shareable ? SHARED : accountId,
      }
      const name = nameOf(key)
      const work = async () => {
        await new Promise((resolve) => setImmediate(resolve))
        try {
          sweeper.grew(await write(parts, key, page, { createdAt, maxSize: cache.maxBytes * GROWTH }))
        } catch (error) {
          log.warn('A page could not be cached', { cause: describeError(error) })
        }
        if (unwritten.get(name) === entry) unwritten.delete(name)
      }
      const entry = { page, createdAt, written: work() }
      unwritten.set(name, entry)
    },

    start: sweeper.start,
    async close() {
      await Promise.all([...unwritten.values()].map(({ written }) => written))
      await sweeper.close()
    },
  }
}

const asCached = (page: ScrapedPage, createdAt: number): ScrapedPage => ({
  ...page,
  metadata: { ...page.metadata, cached: true, cachedAt: new Date(createdAt).toISOString() },
})
