import { LRUCache } from 'lru-cache'
import type { PageText } from './page-text.ts'

/**
 * Milliseconds for which a text is cached after its first part was returned, and the most characters of all texts.
 */
const KEPT_FOR = 15 * 60_000
const MAX_CHARACTERS = 32 * 1024 * 1024

/** Texts of one account, so that continuing at an offset costs nothing, and reads the same text. */
export interface KeptTexts {
  find(key: string): Promise<PageText | undefined>
  keep(key: string, page: PageText): void
}

/** Caches texts of all accounts in memory. */
export function createKeptTexts() {
  const all = new LRUCache<string, PageText>({
    maxSize: MAX_CHARACTERS,
    ttl: KEPT_FOR,
    sizeCalculation: ({ text }) => text.length,
  })
  return {
    /** `counted` is called before each text that is returned. */
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
