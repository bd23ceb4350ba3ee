import type { Line } from '../model.ts'
import { lineOf } from './lines.ts'

/** The text of lines of code. Indentation and blank lines follow from the positions of the runs. */
export function codeOf(lines: readonly Line[]): string {
  const runs = lines.flatMap((line) => line.runs)
  const widths = runs.filter(({ text }) => text.length > 1).map(({ left, right, text }) => (right - left) / text.length)
  const width = widths.sort((a, b) => a - b)[widths.length >> 1] ?? lines[0]!.size * 0.6
  const left = Math.min(...lines.map((line) => line.left))
  const pitch = Math.min(...lines.slice(1).map((line, i) => line.baseline - lines[i]!.baseline))
  let text = ''
  for (const [i, line] of lines.entries()) {
    if (i > 0) {
      const gap = line.baseline - lines[i - 1]!.baseline
      text += '\n'.repeat(Math.min(3, Math.max(1, Math.round(gap / pitch))))
    }
    let row = ''
    for (const run of line.runs) {
      const column = Math.round((run.left - left) / width)
      row = row.padEnd(Math.min(column, 200)) + run.text
    }
    text += row.trimEnd()
  }
  return text
}

/** The line number before code, in a font that is not monospaced; null if there is no number or no code after it. */
export function codeNumberOf({ runs }: Pick<Line, 'runs'>): number | null {
  const [first, ...rest] = runs
  const isNumber = first !== undefined && !first.mono && /^\s*\d{1,5}\s*$/.test(first.text)
  return isNumber && rest.length > 0 && rest.every(({ mono }) => mono) ? Number(first.text) : null
}

/** A line of code without its number. */
export const withoutCodeNumber = (line: Line): Line => (codeNumberOf(line) === null ? line : lineOf(line.runs.slice(1)))
