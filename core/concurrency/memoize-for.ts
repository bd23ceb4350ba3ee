/** The same work, whose result stands for all calls of so many milliseconds: anybody may ask for it. */
export function memoizeFor<T>(milliseconds: number, work: () => T): () => T {
  let last: { at: number; result: T } | undefined
  return () => {
    const now = performance.now()
    if (!last || now > last.at + milliseconds) last = { at: now, result: work() }
    return last.result
  }
}
