import { LRUCache } from 'lru-cache'

/**
 * What was read of late, in memory, by key: what has not been used for longest goes first. All that is kept has so
 * many bytes at the most, and nothing that is kept more than a sixteenth of them.
 */
export const createRecent = <V extends object>(maxBytes: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes / 16 })
