import { createLru } from '../../concurrency/lru.ts'
import type { Users } from '../users/users.ts'
import type { FoundKey, KeyStore } from './keys.ts'

/** Milliseconds for which a key is cached; another machine may revoke it meanwhile. */
const BELIEVED = 1000
const MAX_KEYS = 10_000

/**
 * Caches recently used keys: the look-up costs more than all the rest of a small request. Changes made in this
 * process take effect at once.
 */
export function cacheKeys(keys: KeyStore, users: Users): KeyStore {
  const found = createLru<string, FoundKey>(MAX_KEYS, { ttl: BELIEVED, ttlResolution: 0 })
  let generation = 0
  const forget = () => {
    generation++
    found.clear()
  }
  users.watch(forget)

  const ask = async (secret: string) => {
    const asked = generation
    const key = await keys.find(secret)
    // Unless something changed while the store was asked.
    if (key && asked === generation) found.set(secret, key)
    return key
  }

  return {
    ...keys,
    find: (secret) => found.get(secret) ?? ask(secret),
    async revoke(...which) {
      // Before and after the change: a look-up in progress may return either state.
      forget()
      try {
        return await keys.revoke(...which)
      } finally {
        forget()
      }
    },
  }
}
