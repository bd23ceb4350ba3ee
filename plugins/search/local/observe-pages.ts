import { definePlanField, type Kit, normaliseUrl } from 'weirjs'
import type { PageObserver } from '../../scrape/service.ts'
import { type PageIndex, SHARED } from './page-index.ts'
import { hasText, MAX_TEXT, readPage } from './read-page.ts'

/** The defaults are our own choice; a page takes some 10 kB with its index. */
export const indexedPages = definePlanField({
  name: 'search.pages',
  description: 'Number of pages per account in the local index; the oldest are removed first',
  defaults: { free: 1000, starter: 10_000, pro: 100_000, enterprise: 1_000_000 },
})

/** The most pages in the shared part of the index. */
const MAX_SHARED = 1_000_000
/** Statuses of a page that the site has removed. */
const GONE: readonly number[] = [404, 410]
/** An unchanged page is written again once this many milliseconds of its lifetime have passed. */
const RENEWED_AFTER = 24 * 3600 * 1000

/** Whether an entry lasts about as long as it should; null: for ever. */
const lastsUntil = (expiresAt: number | null, wanted: number | null): boolean =>
  expiresAt === null || wanted === null ? expiresAt === wanted : expiresAt >= wanted - RENEWED_AFTER

interface Parts extends Pick<Kit, 'accounts' | 'clock' | 'files'> {
  index: PageIndex
  /** Whether pages that may be in the shared cache can be found by all accounts. */
  isShared: boolean
}

/**
 * Adds scraped pages to the index of their account in the transaction that stores them, and removes pages that their
 * site has removed.
 */
export const observePages = ({ index, accounts, clock, files, isShared }: Parts): PageObserver => ({
  once: true,
  excerpt: MAX_TEXT,
  async observe({ account, page }) {
    const shared = isShared && page.shareable ? [SHARED] : []
    if (GONE.includes(page.metadata.statusCode)) {
      const key = normaliseUrl(new URL(page.metadata.url))
      const having: string[] = []
      for (const name of [account.id, ...shared]) if (await index.known(name, key)) having.push(name)
      if (having.length === 0) return undefined
      return async (tx) => {
        for (const name of having) await index.remove(tx, name, key)
      }
    }
    const read = readPage(page, clock.now())
    if (!read) return undefined
    const expiresAt = files.retainedUntil()
    const indexed = { ...read, expiresAt }
    const own = { partition: account.id, most: indexedPages.of(accounts.plan(account)) }
    // What one account has chosen of a page must not take the place of the page that all accounts find.
    const others = page.isPart || page.isFramed ? [] : shared
    const targets = [own, ...others.map((partition) => ({ partition, most: MAX_SHARED }))]
    const stale: typeof targets = []
    for (const target of targets) {
      const known = await index.known(target.partition, read.key)
      if (known && !hasText(page)) continue
      const isFresh = known?.digest === read.digest && lastsUntil(known.expiresAt, expiresAt)
      if (!isFresh) stale.push(target)
    }
    if (stale.length === 0) return undefined
    return async (tx) => {
      for (const { partition, most } of stale) await index.put(tx, partition, indexed, most)
    }
  },
})
