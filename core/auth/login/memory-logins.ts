import { createLru } from '../../concurrency/lru.ts'
import { type Logins, MAX_FAILURES } from './logins.ts'

/** The most names in each list; beyond that the least recently used one is dropped. About 20 MB. */
const MAX_NAMES = 100_000

/** The memory of logins of a single process. */
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
