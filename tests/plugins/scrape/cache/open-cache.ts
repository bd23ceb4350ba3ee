import { afterEach, beforeEach } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { diskBlobs } from '../../../../core/files/blobs/disk.ts'
import { type Files, filesMigration, openFiles } from '../../../../core/files/files.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import { checkSelectors } from '../../../../plugins/content/view/compile-selector.ts'
import {
  CacheConfig,
  cacheMigration,
  createPageCache,
  type PageCache,
  readCached,
} from '../../../../plugins/scrape/cache/index.ts'
import type { PageOptions } from '../../../../plugins/scrape/options/page-options.ts'
import { readOptions } from '../../../../plugins/scrape/options/read-options.ts'
import { Prices } from '../../../../plugins/scrape/price.ts'
import type { ScrapedPage } from '../../../../plugins/scrape/service.ts'
import { setClock } from '../../../core/open-accounts.ts'
import { openStore } from '../../../store.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const options = (changes: Partial<PageOptions> = {}): PageOptions => ({
  ...readOptions(
    { formats: ['markdown'] },
    { engines: { nameOf: String, supports: () => ({}) }, converter: 'weir', checkSelectors },
  ),
  ...changes,
})
export const urlOf = (name: string) => new URL(`https://example.com/${name}`)
export const bytes = (text: string) => new TextEncoder().encode(text)
/** Incompressible. */
export const noise = (length: number) => crypto.getRandomValues(Buffer.alloc(length / 2)).toString('hex')

/** The parts that are new for each test. */
interface Opened {
  store: Store
  files: Files
  cache: PageCache
  clock: ReturnType<typeof setClock>
  /** The log lines. */
  lines: string[]
}

/** Makes an empty cache on disk for each test of a file, with shorthands for it. */
export function openCacheForEach() {
  const it = { lines: [] as string[] } as Opened
  const log = createLog('text', (line) => void it.lines.push(line))
  let dataDir: string

  const open = (maxBytes?: number) => {
    const config = {
      prices: Value.Default(Prices, {}) as Prices,
      cache: Value.Default(CacheConfig, maxBytes === undefined ? {} : { maxBytes }) as CacheConfig,
    }
    return createPageCache({ ...it, config, leases: createMemoryLeases(), log })
  }
  beforeEach(async () => {
    it.lines.length = 0
    it.clock = setClock('2026-11-21T12:00:00Z')
    dataDir = mkdtempSync(join(tmpdir(), 'weir-cache-'))
    const { clock } = it
    const store = await openStore({ dataDir, log })
    await store.migrate('core', [filesMigration])
    await store.migrate('scrape', [cacheMigration])
    it.store = store
    it.files = openFiles({
      blobs: diskBlobs(join(dataDir, 'files'), clock.now),
      store,
      secret: new Uint8Array(32),
      clock,
    })
    it.cache = open()
  })
  afterEach(async () => {
    await it.cache.close()
    await it.store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const page = (content: string, changes: Partial<ScrapedPage> = {}, statusCode = 200): ScrapedPage => ({
    data: { content, markdown: content },
    metadata: {
      url: 'https://example.com/',
      statusCode,
      contentType: 'text/html',
      extractedAt: new Date(it.clock.now()).toISOString(),
      processingTime: Math.random() * 100,
      title: 'A page',
    },
    files: [],
    shareable: true,
    millicredits: 1000,
    ...changes,
  })
  /** Stores answers and waits until they are written, then reopens the cache as after a restart. */
  const keep = async (...pages: [name: string, page: ScrapedPage, account?: string][]) => {
    for (const [name, kept, account = 'usr_a'] of pages) it.cache.keep(urlOf(name), options(), account, kept)
    await reopen()
  }
  const reopen = async (maxBytes?: number) => {
    await it.cache.close()
    it.cache = open(maxBytes)
  }
  const find = async (
    name: string,
    { maxAge = 30, minAge, account = 'usr_b' }: { maxAge?: number; minAge?: number; account?: string } = {},
  ) => {
    const asked = options({ maxAge, minAge })
    const found = await it.cache.find(urlOf(name), asked, account)
    return found && readCached(found, asked)
  }
  const contentOf = async (name: string, asked?: Parameters<typeof find>[1]) => (await find(name, asked))?.data.content
  const count = async (table: string) =>
    Number(
      (
        await it.store
          .db<Record<string, object>>()
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    )
  return { it, page, keep, reopen, find, contentOf, count }
}
