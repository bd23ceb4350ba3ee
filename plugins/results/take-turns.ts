/** Milliseconds that the event loop is held for at a stretch, about. */
const STRETCH = 8

/** Gives what is to be awaited now and then in long work, so that others have their turn. */
export function takeTurns(): () => Promise<void> {
  let until = performance.now() + STRETCH
  return async () => {
    if (performance.now() < until) return
    await new Promise((resolve) => setImmediate(resolve))
    until = performance.now() + STRETCH
  }
}
