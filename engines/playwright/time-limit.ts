/**
 * Waits for a promise, up to a time limit. A rejection counts as its end: the caller only needs to know that it is
 * over.
 */
export async function inTime(promise: Promise<unknown>, milliseconds: number): Promise<'done' | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  const done = promise.then(
    () => 'done' as const,
    () => 'done' as const,
  )
  const outcome = await Promise.race([done, late])
  clearTimeout(timer)
  return outcome
}
