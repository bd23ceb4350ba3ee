import type { Line, Run } from '../model.ts'
import { commonSize } from './common-size.ts'

/** Maximum gap between runs of one line, relative to the size of the font. Columns and cells have wider gaps. */
export const MAX_GAP = 1.3
/** Maximum distance of superscripts and subscripts from the baseline, relative to the size of the larger text. */
const MAX_RISE = 0.42

/** Joins runs into lines, from top to bottom and left to right. A wide gap on a baseline separates lines. */
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

/** Groups runs by baseline, each group from left to right. */
function makeRows(runs: readonly Run[]): Run[][] {
  const rows: { runs: Run[]; baseline: number; size: number }[] = []
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.left - b.left)
  for (const run of sorted) {
    const row = rows.at(-1)
    const limit = row ? rise(row, run) : 0
    if (row && Math.abs(run.baseline - row.baseline) <= limit) {
      row.runs.push(run)
      // An exponent comes before the larger text of its line.
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

/** Joins runs into one line. Its baseline is that of its larger letters. */
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
