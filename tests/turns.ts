/** Keeps the thread busy for some milliseconds. */
export function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; ) {
    // Busy.
  }
}

/** Counts the turns of the event loop until `end`, which returns their number. */
export function countTurns(): { end(): number } {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return {
    end() {
      clearImmediate(next)
      return turns
    },
  }
}
