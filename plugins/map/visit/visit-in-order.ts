/** Pages at once, over all hosts; each host has its own bound. */
const AT_ONCE = 32

/** Visits that were given up. */
export interface GivenUp {
  error: unknown
  /** The places of those that were under way or waited. */
  left: number[]
}

/**
 * Visits many at once, as long as there is room beside so many that are `running`. What each visit gives is called in
 * their order, however fast they are. Ends with the first error, which is told with what it left; what was done by
 * then counts.
 */
export async function visitInOrder<T>(
  items: readonly T[],
  hasRoom: (running: number) => boolean,
  visit: (item: T, place: number) => Promise<() => void>,
): Promise<GivenUp | undefined> {
  /** What waits for visits before it. */
  const done: ((() => void) | undefined)[] = []
  const isOver = new Set<number>()
  let merged = 0
  let at = 0
  let running = 0
  const work = async () => {
    while (at < items.length && hasRoom(running)) {
      const i = at++
      running++
      try {
        done[i] = await visit(items[i]!, i)
      } finally {
        running--
      }
      isOver.add(i)
      for (; isOver.delete(merged); merged++) {
        done[merged]?.()
        done[merged] = undefined
      }
    }
  }
  try {
    // Where places become free behind the last worker's back, another round takes them.
    while (at < items.length && hasRoom(0))
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length - at) }, work))
    return undefined
  } catch (error) {
    const left = [...items.keys()].filter((i) => i >= merged && done[i] === undefined && !isOver.has(i))
    for (const apply of done) apply?.()
    return { error, left }
  }
}
