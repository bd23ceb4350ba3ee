import { join } from 'node:path'
import { KeyedMutex, type Log, newId, type Store } from 'weirjs'
import { type Content, threadTask } from '../../../content/service.ts'
import { BATCHES_BEFORE_SEARCH, type PartitionWords } from '../partition-words.ts'
import { DROPPED_AT_ONCE, readBatch } from '../read-batch.ts'
import * as statements from '../statements.ts'
import { rangeOf } from '../tables.ts'
import type { find, write } from './files/on-thread.ts'
import { COMPANY, createPartitionQueue } from './partition-queue.ts'

const module = new URL('./files/on-thread.ts', import.meta.url)

interface Parts {
  store: Store
  content: Content
  /** The folder of the files. */
  folder: string
  log: Log
}

/**
 * The files with the words of partitions, which threads write and search. A partition has one from its first search
 * on: indexing a page takes as long as converting it, and most accounts never search.
 */
export function createPartitionFiles({ store, content, folder, log }: Parts): PartitionWords {
  const fileOf = (number: number) => join(folder, `${number}.db`)
  const mutex = new KeyedMutex()
  const queue = createPartitionQueue((name) => mutex.run(name, () => keepUp(name)), log)

  const setFile = (name: string, indexed: number | null, revision: string | null, dropped: readonly number[]) =>
    store.write(
      async (tx) => {
        await tx.run(statements.setFile, indexed, revision, name)
        for (const id of dropped) await tx.run(statements.forgetDropped, id)
      },
      { durable: false, reserved: true },
    )

  /** Returns whether there may be more. */
  async function writeBatch(name: string): Promise<boolean> {
    const partition = await store.get(statements.findPartition, name)
    if (!partition) return false
    const { number, revision } = partition
    // Without a file nothing is indexed here, whatever was indexed in Postgres, if a store was moved.
    const indexed = revision === null ? null : partition.indexed
    const next = await readBatch(store, number, indexed)
    if (!next) return false
    const { pages, dropped, isFull } = next
    const batch = { file: fileOf(number), from: revision, to: newId('batch'), pages, dropped }
    const written = await content.run(() => threadTask<typeof write>(module, 'write', batch, []))
    if (written === 'unknown') await setFile(name, null, null, [])
    else await setFile(name, pages.at(-1)?.id ?? indexed, batch.to, dropped)
    return written === 'unknown' || isFull
  }

  /** Returns whether everything has been written. */
  async function bring(name: string): Promise<boolean> {
    for (let i = 0; i < BATCHES_BEFORE_SEARCH; i++) if (!(await mutex.run(name, () => writeBatch(name)))) return true
    queue.add([name])
    return false
  }

  /** Updates a file, if there is one; returns whether there may be more. */
  async function keepUp(name: string): Promise<boolean> {
    const partition = await store.get(statements.findPartition, name)
    if (!partition) return false
    if (partition.revision !== null) return writeBatch(name)
    const gone = await store.all(statements.droppedOf, ...rangeOf(partition.number), DROPPED_AT_ONCE)
    if (gone.length > 0) {
      const dropped = gone.map(({ id }) => id)
      await setFile(name, null, null, dropped)
    }
    return gone.length === DROPPED_AT_ONCE
  }

  return {
    changed: (name) => queue.add([name], COMPANY),

    async find(name, search, context) {
      const look = async () => {
        const partition = await store.get(statements.findPartition, name)
        if (!partition?.revision) return []
        const { revision, number } = partition
        const given = { ...search, file: fileOf(number), revision }
        return content.run(() => threadTask<typeof find>(module, 'find', given, []), context)
      }
      /** One after another, so that `unknown` does not result from another search's writes. */
      const lookAlone = async (isSecond: boolean) => {
        const found = await look()
        if (found !== 'unknown') return found
        if (isSecond) throw new Error(`The search index of ${name} is changed by somebody else`)
        log.warn('A file of the search index is made again', { partition: name })
        await setFile(name, null, null, [])
        return undefined
      }

      let isWhole = await bring(name)
      const first = await look()
      if (first !== 'unknown') return { found: first, isWhole }
      for (let isSecond = false; ; isSecond = true) {
        const found = await mutex.run(name, () => lookAlone(isSecond))
        if (found) return { found, isWhole }
        isWhole = await bring(name)
      }
    },

    async start() {
      queue.add((await store.all(statements.behind)).map(({ name }) => name))
    },

    async close() {
      await queue.close()
      await mutex.idle()
    },
  }
}
