import type { Users } from '../users.ts'
import type { FoundKey, KeyRing } from './keys.ts'

/** How long a key that was found is believed, in ms: on another machine it may have been revoked meanwhile. */
const BELIEVED = 1000
/** Keys that are kept at the most. */
const MAX_KEYS = 10_000

/**
 * The same keys, of which those that were just used are found without asking the store: the look-up costs more than
 * all the rest of a small request. What is changed in this process counts at once.
 */
export function cacheKeys(keys: KeyRing, users: Users): KeyRing {
  const found = new Map<string, { key: FoundKey; until: number }>()
  let generation = 0
  const forget = () => {
    generation++
    found.clear()
  }
  users.watch(forget)

  return {
    ...keys,
    async find(secret) {
      const now = performance.now()
      const kept = found.get(secret)
      if (kept && kept.until > now) return kept.key
      const asked = generation
      const key = await keys.find(secret)
      // Unless something was changed while the store was asked.
      if (key && asked === generation) {
        if (found.size >= MAX_KEYS) found.clear()
        found.set(secret, { key, until: now + BELIEVED })
      }
      return key
    },
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
