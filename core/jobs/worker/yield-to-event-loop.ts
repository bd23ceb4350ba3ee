/** Rounds of the event loop between two items: what a single request does one after the other takes about so many. */
const ROUNDS = 6

/**
 * Lets one through at a time, and the event loop go round in between: what many items of jobs are ready to compute at
 * once does not come before a request that somebody waits for.
 */
export function createYield(): () => Promise<void> {
  const waiting: (() => void)[] = []
  let moving = false
  const move = () => {
    const go = waiting.shift()
    moving = go !== undefined
    if (!go) return
    // What is let through computes before this comes round again, as sockets are looked at in between.
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
