/** Milliseconds that long work may hold the event loop at a stretch, about. */
const STRETCH = 8

/** Lets others have the event loop where the stretch is over; undefined where it is not. */
export type Pause = () => Promise<void> | undefined

/** Gives what long work awaits now and then. */
export function createPause(): Pause {
  let until = performance.now() + STRETCH
  const pause = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    until = performance.now() + STRETCH
  }
  return () => (performance.now() < until ? undefined : pause())
}
