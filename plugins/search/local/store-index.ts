import type { Store, Tx } from 'weirjs'
import type { IndexedPage, IndexHit, PageIndex } from './page-index.ts'
import { isOfSites } from './parse-query.ts'
import type { PartitionWords } from './partition-words.ts'
import * as statements from './statements.ts'
import { RANGE, rangeOf } from './tables.ts'

/** The most pages above the limit of a partition that are dropped per added one: the limit may have been lowered. */
const DROPPED_AT_ONCE = 20

/** An index whose pages are in the store, and whose words are where they can be searched best. */
export function createPageIndex(store: Store, words: PartitionWords): PageIndex {
  return {
    async known(name, key) {
      const partition = await store.get(statements.findPartition, name)
      const row = partition && (await store.get(statements.findKnown, key, ...rangeOf(partition.number)))
      return row && { digest: row.digest, expiresAt: row.expires_at }
    },

    async put(tx, name, page, most) {
      const { number, pages, last } = await openPartition(tx, name)
      const range = rangeOf(number)
      const before = await tx.get(statements.findKnown, page.key, ...range)
      if (before) await drop(tx, before.id)
      const id = (last ?? range[0]) + 1
      await add(tx, id, page)
      const now = before ? pages : pages + 1
      const excess = most === null ? 0 : Math.min(now - most, DROPPED_AT_ONCE)
      const dropped = excess > 0 ? await tx.all(statements.oldest, ...range, excess) : []
      for (const old of dropped) await drop(tx, old.id)
      await tx.run(statements.countIn, now - dropped.length - pages, id, name)
      tx.after(() => words.changed(name))
    },

    async remove(tx, name, key) {
      const { number } = await openPartition(tx, name)
      const page = await tx.get(statements.findKnown, key, ...rangeOf(number))
      if (!page) return
      await drop(tx, page.id)
      await tx.run(statements.countOut, 1, number)
      tx.after(() => words.changed(name))
    },

    async find(names, query, filter, wanted, context) {
      const hits: IndexHit[] = []
      let isWhole = true
      for (const name of names) {
        const answer = await words.find(name, { query, filter, wanted }, context)
        isWhole &&= answer.isWhole
        for (const { id, rank, score } of answer.found) {
          const head = await store.get(statements.readHead, id)
          // It may have been deleted meanwhile.
          if (head && isOfSites(head.url, query)) hits.push({ id, rank, score, ...head })
        }
      }
      return { hits, isWhole }
    },

    text: async (id) => (await store.get(statements.readText, id))?.text,

    sweep: (now, most) =>
      store.write(
        async (tx) => {
          await tx.lock('search sweep')
          const gone = await tx.all(statements.expired, now, most)
          const fewer = new Map<number, number>()
          for (const { id } of gone) {
            await drop(tx, id)
            const number = Math.floor(id / RANGE)
            fewer.set(number, (fewer.get(number) ?? 0) + 1)
          }
          for (const [number, pages] of fewer) {
            const partition = await tx.get(statements.countOut, pages, number)
            if (partition) tx.after(() => words.changed(partition.name))
          }
          return gone.length
        },
        { durable: false, reserved: true },
      ),

    start: words.start,
    close: words.close,
  }
}

/** A partition, locked until this transaction has ended. */
async function openPartition(tx: Tx, name: string) {
  await tx.lock(`search ${name}`)
  const known = await tx.get(statements.findPartition, name)
  if (known) return known
  await tx.lock('search')
  await tx.run(statements.addPartition, name)
  return (await tx.get(statements.findPartition, name))!
}

async function add(tx: Tx, id: number, page: IndexedPage): Promise<void> {
  const { key, url, host, title, headings, language, country, date, digest, expiresAt, text } = page
  await tx.run(
    statements.addPage,
    id,
    key,
    url,
    host,
    title,
    language,
    country,
    date,
    digest,
    expiresAt,
    text,
    headings,
  )
}

/** Its words stay until the index is notified. */
async function drop(tx: Tx, id: number): Promise<void> {
  await tx.run(statements.dropPage, id)
  await tx.run(statements.addDropped, id)
}
