import type { Clock } from 'weirjs'
import { identityOf } from '../ask/identity.ts'
import { type IndexHit, type PageIndex, SHARED } from '../local/page-index.ts'
import { parseQuery } from '../local/parse-query.ts'
import { snippetOf } from '../local/snippet.ts'
import type { SearchProvider } from '../service.ts'

/** The bonus of a page of today over a very old one, and the half-life of that bonus in milliseconds. */
const FRESHNESS = 0.05
const HALF_LIFE = 180 * 24 * 3600 * 1000

/** How many pages are found for a query with a period, before those of other times are dropped. */
const DATED = 500

const INDEX_INCOMPLETE = 'Older pages are still being indexed: some may be missing'

interface Parts {
  index: PageIndex
  clock: Clock
  isShared: boolean
}

/** Searches the pages that the account itself has scraped. */
export const createLocal = ({ index, clock, isShared }: Parts): SearchProvider => ({
  role: 'own',
  async search({ text, limit, country, language, account, period }, signal) {
    const query = parseQuery(text)
    const filter = { language: language && new Intl.Locale(language).language, country }
    const partitions = isShared ? [account.id, SHARED] : [account.id]
    const wanted = period ? DATED : limit
    const found = await index.find(partitions, query, filter, wanted, { account, signal })
    const now = clock.now()
    const dated = found.hits.filter(({ date }) => !period || (date >= period.from && date < period.until))
    const best = eachOnce(dated.sort((a, b) => a.rank - b.rank || worthOf(b, now) - worthOf(a, now))).slice(0, limit)
    const hits = []
    for (const { id, url, title } of best) {
      signal.throwIfAborted()
      // A long text takes a millisecond or more, so other requests are served in between.
      await new Promise((resolve) => setImmediate(resolve))
      hits.push({ url, title, snippet: snippetOf((await index.text(id)) ?? '', query.terms) })
    }
    return { hits, warnings: found.isWhole ? [] : [INDEX_INCOMPLETE] }
  },
})

const worthOf = ({ score, date }: IndexHit, now: number) => score * (1 + FRESHNESS * 0.5 ** ((now - date) / HALF_LIFE))

/** A page may be in the account's own partition and in the shared one, and its URL may be spelled in several ways. */
function eachOnce(hits: readonly IndexHit[]): IndexHit[] {
  const found = new Set<string>()
  return hits.filter(({ url }) => {
    const identity = identityOf(new URL(url))
    return !found.has(identity) && found.add(identity)
  })
}
