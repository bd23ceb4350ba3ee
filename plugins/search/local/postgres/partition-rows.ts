import { sql } from 'kysely'
import { describeError, type Log, type Store, statement } from 'weirjs'
import { type Content, threadTask } from '../../../content/service.ts'
import { BATCHES_BEFORE_SEARCH, type PartitionWords } from '../partition-words.ts'
import { readBatch } from '../read-batch.ts'
import * as statements from '../statements.ts'
import type { SearchTables } from '../tables.ts'
import { findPages } from './find-pages.ts'
import type { toVectors } from './on-thread.ts'

const module = new URL('./on-thread.ts', import.meta.url)

const lockPartition = statement<[name: string], Pick<SearchTables['search_partitions'], 'indexed' | 'revision'>>(
  (db, [name]) =>
    db.selectFrom('search_partitions').select(['indexed', 'revision']).where('name', '=', name).forUpdate(),
)
/** Does nothing if the page has been removed meanwhile. */
const addWords = statement<[words: string, id: number], never>((db, [words, id]) => ({
  compile: () =>
    sql`insert into search_words (id, words) select id, ${words}::tsvector from search_pages where id = ${id}
      on conflict do nothing`.compile(db),
}))

interface Parts {
  store: Store
  content: Content
  log: Log
}

/**
 * The word indexes of partitions in Postgres' text search. A partition is indexed from its first search on, and
 * updated with each one: indexing a page takes as long as converting it, and most accounts never search.
 */
export function createPartitionRows({ store, content, log }: Parts): PartitionWords {
  /** Partitions with more updates than their search could wait for. */
  const catchingUp = new Map<string, Promise<void>>()
  let isClosed = false

  /** Returns whether there may be more. */
  async function writeBatch(name: string): Promise<boolean> {
    const partition = await store.get(statements.findPartition, name)
    if (!partition) return false
    const { number, revision } = partition
    // The content of files, from a store that was moved from SQLite, is not here.
    const indexed = revision === null ? partition.indexed : null
    const batch = await readBatch(store, number, indexed)
    if (!batch) return false
    const { pages, dropped, isFull } = batch
    const given = { partition: number, pages }
    const vectors = await content.run(() => threadTask<typeof toVectors>(module, 'toVectors', given, []))
    await store.write(
      async (tx) => {
        const now = await tx.get(lockPartition, name)
        // Another machine has written it.
        if (now?.indexed !== partition.indexed || now.revision !== revision) return
        for (const [i, { id }] of pages.entries()) await tx.run(addWords, vectors[i]!, id)
        // Their words were deleted with them.
        for (const id of dropped) await tx.run(statements.forgetDropped, id)
        await tx.run(statements.setFile, pages.at(-1)?.id ?? indexed, null, name)
      },
      { durable: false, reserved: true },
    )
    return isFull
  }

  async function catchUp(name: string) {
    try {
      while (!isClosed && (await writeBatch(name)));
    } catch (error) {
      log.warn('The search index could not be written yet', { cause: describeError(error) })
    } finally {
      catchingUp.delete(name)
    }
  }

  /** Returns whether everything has been written. */
  async function bring(name: string): Promise<boolean> {
    if (catchingUp.has(name)) return false
    for (let i = 0; i < BATCHES_BEFORE_SEARCH; i++) if (!(await writeBatch(name))) return true
    catchingUp.set(name, catchUp(name))
    return false
  }

  return {
    changed() {},
    async find(name, search) {
      const isWhole = await bring(name)
      const partition = await store.get(statements.findPartition, name)
      return { found: partition ? await findPages(store, partition, search) : [], isWhole }
    },
    async start() {},
    async close() {
      isClosed = true
      await Promise.all(catchingUp.values())
    },
  }
}
