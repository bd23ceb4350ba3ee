import { describeError, type Log } from 'weirjs'

/** Milliseconds that changes wait for others to share a batch with, and after a failure. */
export const COMPANY = 10_000
const REST = 30_000

export interface PartitionQueue {
  /** Has partitions processed after a number of milliseconds, or sooner together with others. */
  add(names: readonly string[], wait?: number): void
  /** Waits until no partition is being processed any more. */
  close(): Promise<void>
}

/** Processes waiting partitions one after another. `work` does a part of one, and returns whether there is more. */
export function createPartitionQueue(work: (name: string) => Promise<boolean>, log: Log): PartitionQueue {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = 0
  let working: Promise<void> | undefined
  let isClosed = false

  function add(names: readonly string[], wait = 0): void {
    for (const name of names) waiting.add(name)
    if (isClosed || working !== undefined || waiting.size === 0) return
    const wanted = performance.now() + wait
    if (timer !== undefined && due <= wanted) return
    clearTimeout(timer)
    due = wanted
    timer = setTimeout(() => {
      timer = undefined
      working = workOnAll().finally(() => {
        working = undefined
        add([], COMPANY)
      })
    }, wait)
    timer.unref?.()
  }

  /** A part of each, until none waits. */
  async function workOnAll(): Promise<void> {
    for (const name of waiting) {
      if (isClosed) return
      try {
        const isMore = await work(name)
        waiting.delete(name)
        // At the end, so that the others get their turn.
        if (isMore) waiting.add(name)
      } catch (error) {
        waiting.delete(name)
        log.warn('The search index could not be written yet', { cause: describeError(error) })
        setTimeout(() => add([name]), REST).unref?.()
      }
    }
  }

  return {
    add,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await working
    },
  }
}
