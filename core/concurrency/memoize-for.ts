/** Caches the result of work for some milliseconds, as anybody may request it at any rate. */
export function memoizeFor<T>(milliseconds: number, work: () => T): () => T {
  let last: { at: number; result: T } | undefined
  return () => {
    const now = performance.now()
    if (!last || now > last.at + milliseconds) last = { at: now, result: work() }
    return last.result
  }
}
