import type { Line, Run } from '../model.ts'
import { lineOf } from '../text/lines.ts'

/** Joins runs in file order into lines. A new line begins where the text leaves the baseline. */
export function linesInOrder(runs: readonly Run[]): Line[] {
  const lines: Line[] = []
  let line: Run[] = []
  for (const run of runs) {
    const last = line.at(-1)
    if (last !== undefined && isNewLine(line, last, run)) {
      lines.push(lineOf(line))
      line = []
    }
    line.push(run)
  }
  if (line.length > 0) lines.push(lineOf(line))
  return lines
}

function isNewLine(line: readonly Run[], last: Run, run: Run): boolean {
  const size = Math.max(...line.slice(-4).map((each) => each.size), run.size)
  return Math.abs(run.baseline - last.baseline) > 0.6 * size
}
