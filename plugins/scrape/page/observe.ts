import type { Kit } from 'weirjs'
import { type ObservedPage, pageObservers, type WriteObserved } from '../service.ts'

/** Shows pages to the observers of this server. */
export interface Observers {
  /** Whether anybody looks. */
  readonly any: boolean
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

export function findObservers({ all }: Pick<Kit, 'all'>): Observers {
  return {
    // Observers may require the scraper: they are there when all plugins are set up.
    get any() {
      return all(pageObservers).length > 0
    },
    async observe(page) {
      const writes: WriteObserved[] = []
      for (const { service } of all(pageObservers)) {
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
