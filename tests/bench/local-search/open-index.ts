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

/** Opens an index in a data directory. */
export async function openIndex(dataDir: string): Promise<BenchIndex> {
  const store = await openStore({ dataDir })
  await store.migrate('search', indexMigrations)
  const files = createPartitionFiles({ store, content, folder: dataDir, log: createLog('text') })
  const index = createPageIndex(store, files)
  return { store, index, provider: createLocal({ index, clock: { now: Date.now }, isShared: false }) }
}

/** Pages that are added before a search, which writes their words to the file. */
const BETWEEN_SEARCHES = 512

/** Adds pages, as many per transaction as items of jobs that end at the same time. */
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
