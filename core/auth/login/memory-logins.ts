import { createLru } from '../../concurrency/lru.ts'
import { type Logins, MAX_FAILURES } from './logins.ts'

/** Names kept in each list; beyond that the one that was used longest ago is forgotten. About 20 MB. */
const MAX_NAMES = 100_000

/** What one process remembers of logins. */
export function createMemoryLogins(): Logins {
  const failures = createLru<string, readonly number[]>(MAX_NAMES)
  const known = createLru<string, true>(MAX_NAMES)
  return {
    failures: async (name) => failures.peek(name) ?? [],
    async failed(names, at) {
      for (const name of names) failures.set(name, [...(failures.peek(name) ?? []), at].slice(-MAX_FAILURES))
    },
    isKnown: async (pair) => known.has(pair),
    know: async (pair) => void known.set(pair, true),
  }
}
