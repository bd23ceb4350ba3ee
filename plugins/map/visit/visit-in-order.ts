/** Pages visited at once, over all hosts; each host has its own limit. */
const AT_ONCE = 32

/** The abandoned visits. */
export interface GivenUp {
  error: unknown
  /** The indexes of those that were in progress or waiting. */
  left: number[]
}

/**
 * Runs many visits at once, as far as there is room beyond the number that is `running`. The functions that they
 * return are called in order, however fast the visits are. Stops at the first error, and reports it with what was
 * left; what was done by then counts.
 */
export async function visitInOrder<T>(
  items: readonly T[],
  hasRoom: (running: number) => boolean,
  visit: (item: T, place: number) => Promise<() => void>,
): Promise<GivenUp | undefined> {
  /** The results that wait for earlier visits. */
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
    // If slots become free after the last worker has ended, another round uses them.
    while (at < items.length && hasRoom(0))
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length - at) }, work))
    return undefined
  } catch (error) {
    const left = [...items.keys()].filter((i) => i >= merged && done[i] === undefined && !isOver.has(i))
    for (const apply of done) apply?.()
    return { error, left }
  }
}
