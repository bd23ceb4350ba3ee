import { LRUCache } from 'lru-cache'

/**
 * A least-recently-used cache of a limited number of bytes. No single value may take more than a sixteenth of them.
 */
export const createRecent = <V extends object>(maxBytes: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes / 16 })
