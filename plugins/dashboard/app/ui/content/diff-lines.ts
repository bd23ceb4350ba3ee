import { diffWordsWithSpace } from 'diff'

export interface Line {
  kind: 'same' | 'added' | 'removed' | 'place'
  text: string
  /** The line numbers in the old and in the new text. */
  before?: number
  after?: number
  /** The line that it became, or was. */
  partner?: Line
}

/** The length up to which words of a line are compared; longer lines are marked as a whole. */
const MAX_CHARACTERS = 2000
/** Changed words from which a line is marked as a whole: it is then a different one. */
const MAX_EDITS = 60

/** The lines of a unified diff, with their numbers. */
export function linesOf(unified: string): Line[] {
  const lines: Line[] = []
  let before = 0
  let after = 0
  for (const line of unified.split('\n')) {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (place) {
      before = Number(place[1])
      after = Number(place[2])
      lines.push({ kind: 'place', text: line })
    } else if (lines.length === 0 || line.startsWith('\\')) {
      // File names before the first hunk, and the marker for a missing newline at the end.
    } else if (line.startsWith('+')) lines.push({ kind: 'added', text: line.slice(1), after: after++ })
    else if (line.startsWith('-')) lines.push({ kind: 'removed', text: line.slice(1), before: before++ })
    else if (line.startsWith(' ')) lines.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
  }
  for (const { removed, added } of runsOf(lines))
    for (const [at, line] of removed.entries()) {
      const partner = added[at]
      if (!partner) break
      line.partner = partner
      partner.partner = line
    }
  return lines
}

/** Removed lines, with the added ones that replace them. */
function* runsOf(lines: readonly Line[]) {
  for (let at = 0; at < lines.length; ) {
    const removed = takeWhile(lines, at, 'removed')
    const added = takeWhile(lines, at + removed.length, 'added')
    if (removed.length > 0) yield { removed, added }
    at += Math.max(1, removed.length + added.length)
  }
}

function takeWhile(lines: readonly Line[], from: number, kind: Line['kind']): Line[] {
  let end = from
  while (lines[end]?.kind === kind) end++
  return lines.slice(from, end)
}

/** A row of two columns: the old text on the left, the new one on the right. */
export interface Row {
  place?: Line
  left?: Line
  right?: Line
}

export function rowsOf(lines: readonly Line[]): Row[] {
  return lines.flatMap((line): Row[] => {
    if (line.kind === 'place') return [{ place: line }]
    if (line.kind === 'same') return [{ left: line, right: line }]
    if (line.kind === 'removed') return [{ left: line, right: line.partner }]
    return line.partner ? [] : [{ right: line }]
  })
}

/** Splits a line into what it shares with its partner and what it does not. */
export function partsOf({ kind, text, partner }: Line): { text: string; isOther: boolean }[] {
  const whole = [{ text, isOther: false }]
  if (!partner || text.length > MAX_CHARACTERS || partner.text.length > MAX_CHARACTERS) return whole
  const [before, after] = kind === 'removed' ? [text, partner.text] : [partner.text, text]
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })
  if (!changes) return whole
  return changes
    .filter(({ added, removed }) => (kind === 'removed' ? !added : !removed))
    .map(({ value, added, removed }) => ({ text: value, isOther: added || removed }))
}
