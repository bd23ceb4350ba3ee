import { createLru } from '../../concurrency/lru.ts'
import type { Users } from '../users/users.ts'
import type { FoundKey, KeyStore } from './keys.ts'

/** How long a key that was found is believed, in ms: on another machine it may have been revoked meanwhile. */
const BELIEVED = 1000
const MAX_KEYS = 10_000

/**
 * The same keys, of which those that were just used are found without asking the store: the look-up costs more than
 * all the rest of a small request. What is changed in this process counts at once.
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
    // Unless something was changed while the store was asked.
    if (key && asked === generation) found.set(secret, key)
    return key
  }

  return {
    ...keys,
    find: (secret) => found.get(secret) ?? ask(secret),
    async revoke(...which) {
      // Before and after: an answer that is on its way may be of either time.
      forget()
      try {
        return await keys.revoke(...which)
      } finally {
        forget()
      }
    },
  }
}
