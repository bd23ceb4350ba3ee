import { LRUCache } from 'lru-cache'

/**
 * Keeps the entries that were used last, so many at most. With `max` the library would make room for all of them at
 * once, which takes a start milliseconds, and megabytes that few services fill.
 */
export const createLru = <Key extends {}, Value extends {}>(
  most: number,
  options: { ttl?: number; ttlResolution?: number } = {},
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ ...options, maxSize: most, sizeCalculation: () => 1 })
