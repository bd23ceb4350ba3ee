/** Approximate milliseconds that long work may block the event loop at a time. */
const STRETCH = 8

/** Yields to the event loop when it is time; otherwise returns undefined. */
export type Pause = () => Promise<void> | undefined

/** Creates a function that long work awaits now and then. */
export function createPause(): Pause {
  let until = performance.now() + STRETCH
  const pause = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    until = performance.now() + STRETCH
  }
  return () => (performance.now() < until ? undefined : pause())
}
