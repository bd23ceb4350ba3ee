import { LRUCache } from 'lru-cache'

/**
 * A cache of the most recently used entries. Not the library's `max`, which allocates memory for all of them at once:
 * that takes milliseconds at start, and megabytes that few services need.
 */
export const createLru = <Key extends {}, Value extends {}>(
  most: number,
  options: Pick<LRUCache.OptionsBase<Key, Value, unknown>, 'ttl' | 'ttlResolution' | 'dispose'> = {},
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ ...options, maxSize: most, sizeCalculation: () => 1 })
