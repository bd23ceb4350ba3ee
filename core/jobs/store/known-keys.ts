/** Cached keys of one job, and of all jobs. */
const OF_ONE = 20_000
const OF_ALL = 100_000

/**
 * A cache of the item keys of jobs: most links of a page are on the other pages of its site too, and need not be
 * looked up in the store each time. A key that is not in the cache may still be in the store.
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
      // The oldest job is the most likely to end soon, and to have found most of its links.
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
