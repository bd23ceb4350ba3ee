import type { Line } from './lines.ts'

/** The lines of an entry of a list, or of a row of a table. */
type Entry = Line[]
/** Consecutive entries, and where they start. */
interface Block {
  start: number
  entries: Entry[]
}

const bullet = /^(\s*)[-*+]\s/
const separator = /^\s*\|[\s|:-]+\|\s*$/
const indentOf = (line: Line) => line.text.length - line.text.trimStart().length

/** Unordered lists, and rows of tables. Their order means little, and many pages shuffle it. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  for (let i = 0; i < lines.length; ) {
    const block = isRow(lines[i]!) ? rowsFrom(lines, i) : entriesFrom(lines, i)
    if (block.entries.length > 1) blocks.push(block)
    i = Math.max(i + 1, block.start + block.entries.reduce((sum, entry) => sum + entry.length, 0))
  }
  return blocks
}

const isRow = ({ text }: Line) => text.trimStart().startsWith('|')

/** The rows of a table, without its header. */
function rowsFrom(lines: readonly Line[], from: number): Block {
  const start = lines[from + 1] && separator.test(lines[from + 1]!.text) ? from + 2 : from
  let end = start
  while (end < lines.length && isRow(lines[end]!)) end++
  return { start, entries: lines.slice(start, end).map((line) => [line]) }
}

/** The entries of a list, with the indented lines below them. */
function entriesFrom(lines: readonly Line[], start: number): Block {
  const entries: Entry[] = []
  const indent = bullet.exec(lines[start]!.text)?.[1]?.length
  for (let i = start; indent !== undefined && i < lines.length; i++) {
    const line = lines[i]!
    if (indentOf(line) > indent && entries.length > 0) entries.at(-1)!.push(line)
    else if (bullet.exec(line.text)?.[1]?.length === indent) entries.push([line])
    else break
  }
  return { start, entries }
}

const keyOf = (entry: Entry) => entry.map(({ key }) => key).join('\n')

/**
 * Restores the earlier order of the entries of lists. New entries keep their places, and the known ones are sorted
 * among theirs.
 */
export function restoreOrder(before: readonly Line[], now: readonly Line[]): Line[] {
  const places = new Map<string, number>()
  for (const { entries } of blocksOf(before))
    for (const entry of entries) if (!places.has(keyOf(entry))) places.set(keyOf(entry), places.size)
  const lines = [...now]
  for (const { start, entries } of blocksOf(now)) {
    const placeOf = (entry: Entry) => places.get(keyOf(entry))
    const known = entries.filter((entry) => placeOf(entry) !== undefined).sort((a, b) => placeOf(a)! - placeOf(b)!)
    const restored = entries.flatMap((entry) => (placeOf(entry) === undefined ? entry : known.shift()!))
    for (const [i, line] of restored.entries()) lines[start + i] = line
  }
  return lines
}

/** Restores the earlier order of shuffled lines, among their places. */
export function restoreShuffled(
  before: readonly Line[],
  now: readonly Line[],
  isShuffled: (key: string) => boolean,
): Line[] {
  const places = new Map<string, number[]>()
  for (const [i, { key }] of before.entries()) {
    if (!isShuffled(key)) continue
    const known = places.get(key)
    if (known) known.push(i)
    else places.set(key, [i])
  }
  const found: { line: Line; was: number; at: number }[] = []
  for (const [at, line] of now.entries()) {
    const was = places.get(line.key)?.shift()
    if (was !== undefined) found.push({ line, was, at })
  }
  const lines = [...now]
  const inOrder = [...found].sort((a, b) => a.was - b.was)
  for (const [i, { at }] of found.entries()) lines[at] = inOrder[i]!.line
  return lines
}
