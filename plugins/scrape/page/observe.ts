import type { Kit } from 'weirjs'
import { type ObservedPage, pageObservers, type WriteObserved } from '../service.ts'

/** Shows pages to the observers of this server. */
export interface Observers {
  /** Whether anybody looks. */
  readonly any: boolean
  /** Whether somebody wants the capture of pages. */
  readonly wantCaptures: boolean
  /** Characters of the excerpt of pages that somebody wants; undefined where nobody does. */
  readonly excerpt: number | undefined
  /** Whether somebody has to be shown an answer from the cache, which is the same object each time. */
  mustSee(answer: object, accountId: string): boolean
  /** Tells that all have been shown it. */
  haveSeen(answer: object, accountId: string): void
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

export function findObservers({ all }: Pick<Kit, 'all'>): Observers {
  // Observers may require the scraper: they are there when all plugins are set up.
  const observers = () => all(pageObservers)
  /** Accounts for which an answer was shown. */
  const seen = new WeakMap<object, Set<string>>()
  return {
    get any() {
      return observers().length > 0
    },
    get wantCaptures() {
      return observers().some(({ service }) => service.wantsCapture)
    },
    get excerpt() {
      const wanted = observers().map(({ service }) => service.excerpt ?? 0)
      return Math.max(0, ...wanted) || undefined
    },
    mustSee: (answer, accountId) =>
      observers().some(({ service }) => !service.once || !seen.get(answer)?.has(accountId)),
    haveSeen(answer, accountId) {
      seen.set(answer, (seen.get(answer) ?? new Set()).add(accountId))
    },
    async observe(page) {
      const { zeroRetention, also } = page.page
      if (zeroRetention) return undefined
      const writes: WriteObserved[] = also ? [also] : []
      for (const { service } of observers()) {
        const write = await service.observe(page)
        if (write) writes.push(write)
      }
      if (writes.length === 0) return undefined
      return async (tx) => {
        for (const write of writes) await write(tx)
      }
    },
  }
}
