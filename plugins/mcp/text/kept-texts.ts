import { LRUCache } from 'lru-cache'
import type { PageText } from './page-text.ts'

/**
 * Milliseconds for which a text is cached after its first part was returned, and the most characters of all texts
 * together.
 */
const KEPT_FOR = 15 * 60_000
const MAX_CHARACTERS = 32 * 1024 * 1024

/**
 * The cached texts of one account. The next part of a text costs nothing, and is of the same version as the first.
 */
export interface KeptTexts {
  find(key: string): Promise<PageText | undefined>
  keep(key: string, page: PageText): void
}

/** Caches the texts of all accounts in memory. */
export function createKeptTexts() {
  const all = new LRUCache<string, PageText>({
    maxSize: MAX_CHARACTERS,
    ttl: KEPT_FOR,
    sizeCalculation: ({ text }) => text.length,
  })
  return {
    /** `counted` is called before each cached text is returned. */
    of: (account: string, counted: () => Promise<unknown> = async () => {}): KeptTexts => ({
      async find(key) {
        const page = all.get(`${account} ${key}`)
        if (page) await counted()
        return page
      },
      keep: (key, page) => void all.set(`${account} ${key}`, page),
    }),
  }
}
export type AllKeptTexts = ReturnType<typeof createKeptTexts>
