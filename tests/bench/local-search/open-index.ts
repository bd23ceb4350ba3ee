import type { Account } from 'weirjs'
import { createLog } from '../../../core/log.ts'
import { openStore, type Store } from '../../../core/store/index.ts'
import type { IndexedPage, PageIndex } from '../../../plugins/search/local/page-index.ts'
import { parseQuery } from '../../../plugins/search/local/parse-query.ts'
import { createPartitionFiles } from '../../../plugins/search/local/sqlite/partition-files.ts'
import { createPageIndex } from '../../../plugins/search/local/store-index.ts'
import { indexMigrations } from '../../../plugins/search/local/tables.ts'
import { createLocal } from '../../../plugins/search/providers/local.ts'
import type { SearchProvider } from '../../../plugins/search/service.ts'
import { content } from '../../plugins/content/convert.ts'

export interface BenchIndex {
  store: Store
  index: PageIndex
  provider: SearchProvider
}

export const accountOf = (id: string) => ({ id, plan: 'enterprise' }) as Account

/** An index in a data directory. */
export async function openIndex(dataDir: string): Promise<BenchIndex> {
  const store = await openStore({ dataDir })
  await store.migrate('search', indexMigrations)
  const files = createPartitionFiles({ store, content, folder: dataDir, log: createLog('text') })
  const index = createPageIndex(store, files)
  return { store, index, provider: createLocal({ index, clock: { now: Date.now }, isShared: false }) }
}

/** Pages that come in before a search, which puts their words into the file. */
const BETWEEN_SEARCHES = 512

/** Puts pages in, as many in a transaction as items of jobs that end at once. */
export async function putAll({ store, index }: BenchIndex, pages: readonly IndexedPage[], atOnce = 8): Promise<void> {
  for (let i = 0; i < pages.length; i += atOnce) {
    await store.write(
      async (tx) => {
        for (const page of pages.slice(i, i + atOnce)) await index.put(tx, 'bench', page, null)
      },
      { durable: false },
    )
    if ((i / atOnce) % (BETWEEN_SEARCHES / atOnce) === 0 || i + atOnce >= pages.length)
      await index.find(['bench'], parseQuery('nothing'), {}, 1, {})
  }
}
