import { describeError, type Log } from 'weirjs'

/**
 * Milliseconds that changes wait for others in order to share a batch, and milliseconds before a retry after a
 * failure.
 */
export const COMPANY = 10_000
const RETRY_AFTER = 30_000

export interface PartitionQueue {
  /** Queues partitions to be processed within `wait` milliseconds, or earlier together with others. */
  add(names: readonly string[], wait?: number): void
  /** Waits until no partition is being processed. */
  close(): Promise<void>
}

/** Processes queued partitions one after the other. `work` does a part of one, and returns whether there is more. */
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

  /** Does one part of each in turn, until the queue is empty. */
  async function workOnAll(): Promise<void> {
    for (const name of waiting) {
      if (isClosed) return
      try {
        const isMore = await work(name)
        waiting.delete(name)
        // Queued at the end, so that the others have their turn.
        if (isMore) waiting.add(name)
      } catch (error) {
        waiting.delete(name)
        log.warn('The search index could not be written yet', { cause: describeError(error) })
        setTimeout(() => add([name]), RETRY_AFTER).unref?.()
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
