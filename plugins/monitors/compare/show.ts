import { diffArrays } from 'diff'
import type { Compared } from './compare.ts'
import { SPACELESS } from './spaceless.ts'

/** Maximum characters of a shown difference, and of one of its lines. */
const MAX_DIFF = 64 * 1024
const MAX_LINE = 8 * 1024
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3
/** Maximum words of a hunk that is compared by words. In a longer one all words count as changed. */
const MAX_WORDS = 10_000
const MAX_EDITS = 1000
/** What markdown puts at the start of a line or between cells. */
const isMark = /^[#>*+\-|_=`~:]+$/

export interface TextDifference {
  /** Unified. */
  diff: string
  addedLines: number
  removedLines: number
  /** The share of the text that changed, 0 to 1: of the characters of all words before and now. */
  share: number
}

type Explained = Pick<Compared, 'before' | 'now' | 'hunks'>
type Op = readonly [kind: ' ' | '-' | '+', text: string]

/** The difference without explained changes, where the old lines are shown. */
export function show(compared: Explained): TextDifference {
  const ops = opsOf(compared)
  const texts = (kind: Op[0]) => ops.flatMap(([one, text]) => (one === kind ? text : []))
  const [removed, added] = [texts('-'), texts('+')]
  return {
    diff: unified(ops),
    addedLines: added.length,
    removedLines: removed.length,
    // If no word has changed, the marks of markdown count too.
    share: shareOf(compared, wordsOf) || shareOf(compared, partsOf),
  }
}

function opsOf({ before, now, hunks }: Explained): Op[] {
  const ops: Op[] = []
  let at = 0
  for (const { hunk, removed, added } of hunks) {
    for (; at < hunk.removed.from; at++) ops.push([' ', before[at]!.text])
    for (; at < hunk.removed.to; at++) ops.push([removed.has(at) ? '-' : ' ', before[at]!.text])
    for (const place of [...added].sort((a, b) => a - b)) ops.push(['+', now[place]!.text])
  }
  for (; at < before.length; at++) ops.push([' ', before[at]!.text])
  return ops
}

/**
 * The words of a text. White space and marks of markdown are not among them, as a page whose words are all others has
 * changed as a whole.
 */
const wordsOf = (text: string) => partsOf(text).filter((part) => !isMark.test(part))
/** In a script without spaces each character counts as a word, as a paragraph has no other ends of words. */
const partsOf = (text: string): string[] => text.match(part) ?? []
const part = new RegExp(`[${SPACELESS}]|[^\\s${SPACELESS}]+`, 'gu')
const lengthOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0)

/** The share of the characters of all words, before and now, that are of removed and added words, hunk by hunk. */
function shareOf({ before, now, hunks }: Explained, read: (text: string) => string[]): number {
  const total = [...before, ...now].reduce((sum, { text }) => sum + lengthOf(read(text)), 0)
  let changed = 0
  for (const { removed, added } of hunks) {
    const wordsAt = (places: ReadonlySet<number>, lines: Compared['now']) =>
      [...places].sort((a, b) => a - b).flatMap((place) => read(lines[place]!.text))
    const [old, current] = [wordsAt(removed, before), wordsAt(added, now)]
    const parts = wordsDiff(old, current)
    changed += parts
      ? parts.reduce((sum, part) => sum + (part.added || part.removed ? lengthOf(part.value) : 0), 0)
      : lengthOf(old) + lengthOf(current)
  }
  return total === 0 ? 0 : Math.min(1, changed / total)
}

const wordsDiff = (old: string[], current: string[]) =>
  old.length + current.length > MAX_WORDS ? undefined : diffArrays(old, current, { maxEditLength: MAX_EDITS })

/** The format of `diff -u`, without file names. */
function unified(ops: readonly Op[]): string {
  const near = new Uint8Array(ops.length)
  for (const [i, [kind]] of ops.entries())
    if (kind !== ' ') near.fill(1, Math.max(0, i - CONTEXT), Math.min(ops.length, i + CONTEXT + 1))
  let text = ''
  let [old, current] = [1, 1]
  for (let i = 0; i < ops.length; ) {
    const from = i
    while (i < ops.length && near[i] === near[from]) i++
    const part = ops.slice(from, i)
    const [minus, plus] = [part.filter(([kind]) => kind !== '+').length, part.filter(([kind]) => kind !== '-').length]
    if (near[from] === 1) {
      text += `@@ -${place(old, minus)} +${place(current, plus)} @@\n`
      for (const [kind, line] of part) {
        text += `${kind}${cut(line)}\n`
        if (text.length > MAX_DIFF)
          return `${text.slice(0, text.lastIndexOf('\n', MAX_DIFF) + 1)}\\ The rest is left out\n`
      }
    }
    old += minus
    current += plus
  }
  return text
}

/** An empty range is named by the line before it. */
const place = (from: number, lines: number) =>
  lines === 0 ? `${from - 1},0` : lines === 1 ? `${from}` : `${from},${lines}`
/** Cuts a long line, but not within a surrogate pair. */
const cut = (line: string) =>
  line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).replace(/[\ud800-\udbff]$/, '')} …` : line
