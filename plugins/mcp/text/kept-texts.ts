import { LRUCache } from 'lru-cache'
import type { PageText } from './page-text.ts'

/** How long a text is kept whose first part was given, in ms, and how many characters all have together. */
const KEPT_FOR = 15 * 60_000
const MAX_CHARACTERS = 32 * 1024 * 1024

/** Texts of one account, so that going on at an offset costs nothing, and reads the text that was begun. */
export interface KeptTexts {
  find(key: string): Promise<PageText | undefined>
  keep(key: string, page: PageText): void
}

/** Keeps texts of all accounts in memory. */
export function createKeptTexts() {
  const all = new LRUCache<string, PageText>({
    maxSize: MAX_CHARACTERS,
    ttl: KEPT_FOR,
    sizeCalculation: ({ text }) => text.length,
  })
  return {
    /** `counted` is called before each text that is given. */
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
