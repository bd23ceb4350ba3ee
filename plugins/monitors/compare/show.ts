import { diffArrays } from 'diff'
import type { Compared } from './compare.ts'

/** Maximum characters of a shown difference, and of one of its lines. */
const MAX_DIFF = 64 * 1024
const MAX_LINE = 8 * 1024
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3
/** Maximum words of a hunk that is compared by words. In a longer one all words count as changed. */
const MAX_WORDS = 20_000
const MAX_EDITS = 1000

export interface TextDifference {
  /** Unified. */
  diff: string
  addedLines: number
  removedLines: number
  /** The share of the text that changed, 0 to 1. */
  share: number
}

type Explained = Pick<Compared, 'before' | 'now' | 'hunks'>
type Op = readonly [kind: ' ' | '-' | '+', text: string]

/** The difference without explained changes, where the old lines are shown. */
export function show(compared: Explained): TextDifference {
  const ops = opsOf(compared)
  const texts = (kind: Op[0]) => ops.flatMap(([one, text]) => (one === kind ? text : []))
  const [removed, added] = [texts('-'), texts('+')]
  const length = (lines: readonly { text: string }[]) => lines.reduce((sum, { text }) => sum + text.length, 0)
  const total = length(compared.before) + length(compared.now)
  return {
    diff: unified(ops),
    addedLines: added.length,
    removedLines: removed.length,
    share: total === 0 ? 0 : Math.min(1, changedCharacters(compared) / total),
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

/** Removed and added characters, by words, hunk by hunk. */
function changedCharacters({ before, now, hunks }: Explained): number {
  let characters = 0
  for (const { removed, added } of hunks) {
    const textOf = (places: ReadonlySet<number>, lines: Compared['now']) =>
      [...places]
        .sort((a, b) => a - b)
        .map((place) => lines[place]!.text)
        .join('\n')
    const [old, current] = [textOf(removed, before), textOf(added, now)]
    const parts = wordsDiff(old, current)
    characters += parts
      ? parts.reduce((sum, part) => sum + (part.added || part.removed ? part.value.join('').length : 0), 0)
      : old.length + current.length
  }
  return characters
}

function wordsDiff(old: string, current: string) {
  const [a, b] = [old.match(/\s+|\S+/g) ?? [], current.match(/\s+|\S+/g) ?? []]
  return a.length + b.length > MAX_WORDS ? undefined : diffArrays(a, b, { maxEditLength: MAX_EDITS })
}

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
