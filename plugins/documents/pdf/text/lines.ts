import type { Line, Run } from '../model.ts'
import { commonSize } from './common-size.ts'

/** Between runs of one line: a wider gap, in sizes of the font, parts columns or cells. */
export const MAX_GAP = 1.3
/** Letters of one line stand on one baseline, or no further from it than exponents do, in sizes. */
const MAX_RISE = 0.42

/** Runs as lines; what stands on one baseline with a gap between is two lines. Top to bottom, then left to right. */
export function makeLines(runs: readonly Run[]): Line[] {
  const lines: Line[] = []
  for (const row of makeRows(runs)) {
    let line: Run[] = []
    let right = Number.NEGATIVE_INFINITY
    for (const run of row) {
      const gap = run.left - right
      if (line.length > 0 && gap > MAX_GAP * Math.max(run.size, line.at(-1)!.size)) {
        lines.push(lineOf(line))
        line = []
        right = Number.NEGATIVE_INFINITY
      }
      line.push(run)
      right = Math.max(right, run.right)
    }
    if (line.length > 0) lines.push(lineOf(line))
  }
  return lines
}

/** Runs on one baseline, each from left to right. */
function makeRows(runs: readonly Run[]): Run[][] {
  const rows: { runs: Run[]; baseline: number; size: number }[] = []
  // The large ones first, so that exponents find the line that they belong to.
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
  for (const run of sorted) {
    const row = rows.at(-1)
    const limit = row ? rise(row, run) : 0
    if (row && Math.abs(run.baseline - row.baseline) <= limit) {
      row.runs.push(run)
      if (run.size > row.size) {
        row.size = run.size
        row.baseline = run.baseline
      }
    } else rows.push({ runs: [run], baseline: run.baseline, size: run.size })
  }
  for (const row of rows) row.runs.sort((a, b) => a.left - b.left)
  return rows.map((row) => row.runs)
}

const rise = (row: { size: number }, run: Run): number => {
  const [small, large] = row.size < run.size ? [row.size, run.size] : [run.size, row.size]
  return small < large * 0.85 ? large * MAX_RISE : large * 0.2
}

/** Runs as one line, with the baseline of its larger letters. */
export function lineOf(runs: Run[]): Line {
  const size = commonSize(runs, ({ text }) => text.trim().length)
  const main = runs.filter((run) => run.size > size * 0.85)
  const baseline = (main[0] ?? runs[0]!).baseline
  let [left, right, top, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const run of runs) {
    left = Math.min(left, run.left)
    right = Math.max(right, run.right)
    top = Math.min(top, run.baseline - run.size * 0.8)
    bottom = Math.max(bottom, run.baseline + run.size * 0.2)
  }
  return { runs, baseline, size, left, right, top, bottom }
}
