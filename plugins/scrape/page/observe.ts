import { describeError, isApiError, type Kit, type Provider } from 'weirjs'
import { type ObservedPage, type PageObserver, pageObservers, type WriteObserved } from '../service.ts'

/** Notifies the page observers. */
export interface Observers {
  /** Whether an observer wants captures of pages. */
  readonly wantCaptures: boolean
  /** Characters of the excerpt that observers want; undefined if none wants one. */
  readonly excerpt: number | undefined
  /** Whether an observer must see this answer from the cache, which is the same object each time. */
  mustSee(answer: object, accountId: string): boolean
  /** Records that all observers have seen it. */
  haveSeen(answer: object, accountId: string): void
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

/** Calls one observer. If it fails its page fails too, so the log names the observer. */
async function look({ name, plugin, service }: Provider<PageObserver>, page: ObservedPage, { log }: Pick<Kit, 'log'>) {
  try {
    const write = await service.observe(page)
    if (write && typeof write !== 'function') throw new TypeError('It gave no function that writes')
    return write
  } catch (error) {
    if (!isApiError(error))
      log.warn('An observer of pages failed', { observer: name, of: plugin, cause: describeError(error) })
    throw error
  }
}

export function findObservers({ all, log }: Pick<Kit, 'all' | 'log'>): Observers {
  // Observers may require the scraper, so they exist only after all plugins are set up.
  const observers = () => all(pageObservers)
  /** The accounts for which an answer was shown to all observers. */
  const seen = new WeakMap<object, Set<string>>()
  return {
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
      for (const observer of observers()) {
        const write = await look(observer, page, { log })
        if (write) writes.push(write)
      }
      if (writes.length === 0) return undefined
      return async (tx) => {
        for (const write of writes) await write(tx)
      }
    },
  }
}
