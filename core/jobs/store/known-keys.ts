/** Keys that are remembered of one job, and of all. */
const OF_ONE = 20_000
const OF_ALL = 100_000

/**
 * Keys of items that jobs have: most links of a site's page stand on its others too, and need not be looked up in the
 * store each time. A key that is not remembered may be there all the same.
 */
export function createKnownKeys() {
  const jobs = new Map<number, Set<string>>()
  let all = 0
  const forget = (job: number) => {
    all -= jobs.get(job)?.size ?? 0
    jobs.delete(job)
  }
  return {
    has: (job: number, key: string) => jobs.get(job)?.has(key) ?? false,
    add(job: number, keys: readonly string[]) {
      const known = jobs.get(job) ?? new Set()
      if (known.size + keys.length > OF_ONE) return
      // The oldest job is the most likely to end soon, and to have told most of its links.
      for (const oldest of jobs.keys()) {
        if (all + keys.length <= OF_ALL) break
        if (oldest !== job) forget(oldest)
      }
      jobs.set(job, known)
      all -= known.size
      for (const key of keys) known.add(key)
      all += known.size
    },
    forget,
  }
}
export type KnownKeys = ReturnType<typeof createKnownKeys>
