import type { Run } from '../model.ts'

/** The font size of most letters, to half a point; 0 without runs. `lettersIn` counts the letters of a run. */
export function commonSize(runs: readonly Run[], lettersIn: (run: Run) => number): number {
  const letters = new Map<number, number>()
  for (const run of runs) {
    const size = Math.round(run.size * 2) / 2
    letters.set(size, (letters.get(size) ?? 0) + lettersIn(run))
  }
  let [best, most] = [0, -1]
  for (const [size, count] of letters) if (count > most) [best, most] = [size, count]
  return best
}
