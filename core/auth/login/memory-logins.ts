import { type Logins, MAX_FAILURES } from './logins.ts'

/** Names kept in each list; beyond that the one that was used longest ago is forgotten. About 20 MB. */
const MAX_NAMES = 100_000

/** What one process remembers of logins. */
export function createMemoryLogins(): Logins {
  const failures = new Map<string, number[]>()
  const known = new Map<string, true>()
  return {
    failures: async (name) => failures.get(name) ?? [],
    async failed(names, at) {
      for (const name of names) {
        const times = failures.get(name) ?? []
        times.push(at)
        if (times.length > MAX_FAILURES) times.shift()
        keep(failures, name, times)
      }
    },
    isKnown: async (pair) => known.has(pair),
    know: async (pair) => keep(known, pair, true),
  }
}

/** Sets an entry anew, so that a map's order is that of the last use, and forgets the oldest. */
function keep<T>(map: Map<string, T>, name: string, value: T) {
  map.delete(name)
  map.set(name, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_NAMES) break
    map.delete(oldest)
  }
}
