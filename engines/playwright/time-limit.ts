/**
 * Waits for a promise, but only so long. What it rejects with counts as its end: the caller wants to know that it is
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

/** Waits, or rejects with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
  })
}
