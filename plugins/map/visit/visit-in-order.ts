/** Pages that are visited at the same time on all hosts; each host has its own limit. */
const AT_ONCE = 32

/** The state when visits were given up. */
export interface GivenUp {
  error: unknown
  /** The indices of items whose visit was running or waiting. */
  left: number[]
}

/**
 * Visits items in parallel, as long as `hasRoom` allows a further one besides those `running`. The functions that
 * visits return are called in the order of the items, whatever their speed. Stops at the first error and returns it
 * with the unfinished items; finished visits count.
 */
export async function visitInOrder<T>(
  items: readonly T[],
  hasRoom: (running: number) => boolean,
  visit: (item: T, place: number) => Promise<() => void>,
): Promise<GivenUp | undefined> {
  /** Results that wait for earlier visits. */
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
    // If room is freed after the last worker has ended, another round uses it.
    while (at < items.length && hasRoom(0))
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length - at) }, work))
    return undefined
  } catch (error) {
    const left = [...items.keys()].filter((i) => i >= merged && done[i] === undefined && !isOver.has(i))
    for (const apply of done) apply?.()
    return { error, left }
  }
}
