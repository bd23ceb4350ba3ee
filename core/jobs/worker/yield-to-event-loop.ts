/** Turns of the event loop between two items: about as many as a single request takes. */
const ROUNDS = 6

/**
 * Lets callers through one at a time, with turns of the event loop in between, so that CPU-heavy work of many items
 * does not delay requests.
 */
export function createYield(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let moving = false
  const move = () => {
    const go = waiting.shift()
    moving = go !== undefined
    if (!go) return
    // The caller computes before the next turn, and sockets are served in between.
    afterRounds(move)
    go()
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (moving) return
      moving = true
      afterRounds(move)
    })
}

function afterRounds(work: () => void, rounds = ROUNDS) {
  setImmediate(rounds > 1 ? () => afterRounds(work, rounds - 1) : work)
}
