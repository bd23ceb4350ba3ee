import { LRUCache } from 'lru-cache'
import type { Store, Tx } from 'weirjs'
import type { IndexedPage, IndexFilter, IndexHit, PageIndex } from '../page-index.ts'
import type { LocalQuery } from '../parse-query.ts'
import { normalise, toIndex } from '../words.ts'
import { COMMON, type CountedTerm, matchesOf, quote } from './match.ts'
import * as statements from './statements.ts'
import { RANGE, rangeOf } from './tables.ts'

/** Pages beyond the bound of a partition that go with one that comes: the bound may have been lowered. */
const DROPPED_AT_ONCE = 20
/** The best matches that are read, and where some of them may be of other sites. */
const CANDIDATES = 60
const CANDIDATES_OF_SITES = 500
/** How many pages have a word is counted anew after this, in ms, and of so many words it is kept. */
const COUNT_HOLDS = 60_000
const MOST_COUNTS = 10_000

/** An index in SQLite, by FTS5. */
export function createSqliteIndex(store: Store): PageIndex {
  const counts = new LRUCache<string, number>({ max: MOST_COUNTS, ttl: COUNT_HOLDS })

  const rangeOfPartition = async (name: string) => {
    const partition = await store.get(statements.findPartition, name)
    return partition && rangeOf(partition.number)
  }

  async function count(query: LocalQuery, [first, last]: [number, number]): Promise<CountedTerm[]> {
    const counted: CountedTerm[] = []
    for (const term of query.terms) {
      const key = `${first} ${term.isPrefix} ${term.indexed}`
      let pages = counts.get(key)
      if (pages === undefined) {
        pages = (await store.get(statements.countMatches, quote(term), first, last, COMMON + 1))!.pages
        // What is not there yet may be there with the next page.
        if (pages > 0) counts.set(key, pages)
      }
      counted.push({ ...term, pages })
    }
    return counted
  }

  async function findIn(name: string, query: LocalQuery, filter: IndexFilter, wanted: number): Promise<IndexHit[]> {
    const range = await rangeOfPartition(name)
    if (!range) return []
    const { language = null, country = null } = filter
    const isBounded = query.sites.length + query.withoutSites.length > 0
    const most = isBounded ? CANDIDATES_OF_SITES : CANDIDATES
    const found = new Map<number, IndexHit>()
    for (const [strictness, match] of matchesOf(query, await count(query, range)).entries()) {
      const rows =
        language === null && country === null
          ? await store.all(statements.findMatches, match, ...range, most)
          : await store.all(statements.findFiltered, match, ...range, most, language, country)
      for (const { host, ...page } of rows)
        if (isOfSites(host, query) && !found.has(page.id)) found.set(page.id, { ...page, rank: strictness })
      if (found.size >= wanted) break
    }
    return [...found.values()]
  }

  return {
    async known(partition, key) {
      const range = await rangeOfPartition(partition)
      const row = range && (await store.get(statements.findKnown, key, ...range))
      return row && { digest: row.digest, expiresAt: row.expires_at }
    },

    async put(tx, partition, page, most) {
      const { number, pages } = await openPartition(tx, partition)
      const [first, last] = rangeOf(number)
      const before = await tx.get(statements.findKnown, page.key, first, last)
      if (before) await drop(tx, before.id)
      const id = ((await tx.get(statements.lastId, first, last))?.id ?? first) + 1
      await add(tx, id, page)
      const now = before ? pages : pages + 1
      const excess = most === null ? 0 : Math.min(now - most, DROPPED_AT_ONCE)
      const dropped = excess > 0 ? await tx.all(statements.oldest, first, last, excess) : []
      for (const old of dropped) await drop(tx, old.id)
      const more = now - pages - dropped.length
      if (more !== 0) await tx.run(statements.countPages, more, partition)
    },

    async find(partitions, query, filter, wanted) {
      const found: IndexHit[] = []
      for (const partition of partitions) found.push(...(await findIn(partition, query, filter, wanted)))
      return found
    },

    text: async (id) => (await store.get(statements.readText, id))?.text,

    sweep: (now, most) =>
      store.write(
        async (tx) => {
          const gone = await tx.all(statements.expired, now, most)
          const fewer = new Map<number, number>()
          for (const { id } of gone) {
            await drop(tx, id)
            const number = Math.floor(id / RANGE)
            fewer.set(number, (fewer.get(number) ?? 0) + 1)
          }
          for (const [number, pages] of fewer) await tx.run(statements.countOut, pages, number)
          return gone.length
        },
        { durable: false, reserved: true },
      ),
  }
}

async function openPartition(tx: Tx, name: string) {
  const known = await tx.get(statements.findPartition, name)
  if (known) return known
  await tx.run(statements.addPartition, name)
  return (await tx.get(statements.findPartition, name))!
}

async function add(tx: Tx, id: number, page: IndexedPage): Promise<void> {
  const { key, url, host, title, headings, language, country, date, digest, expiresAt, text } = page
  await tx.run(statements.addPage, id, key, url, host, title, language, country, date, digest, expiresAt, text)
  await tx.run(
    statements.addWords,
    id,
    toIndex(title),
    toIndex(headings),
    toIndex(text),
    toIndex(normalise(addressWords(url))),
  )
}

async function drop(tx: Tx, id: number): Promise<void> {
  await tx.run(statements.dropPage, id)
  await tx.run(statements.dropWords, id)
}

/** The words of an address, without its scheme. */
function addressWords(url: string): string {
  const bare = url.replace(/^https?:\/\//, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** Whether a host is one of the sites that a query names, or below it. */
function isOfSites(host: string, { sites, withoutSites }: LocalQuery): boolean {
  const isBelow = (site: string) => host === site || host.endsWith(`.${site}`)
  return (sites.length === 0 || sites.some(isBelow)) && !withoutSites.some(isBelow)
}
