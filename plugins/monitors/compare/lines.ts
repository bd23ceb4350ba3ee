import type { IgnorePatterns } from './patterns.ts'

/** A line of a page's content. */
export interface Line {
  text: string
  /** Without what is ignored, and with white space collapsed. */
  plain: string
  /** The same without what changes by itself; this is compared. */
  key: string
}

/** The lines that are not empty. */
export function linesOf(text: string, ignore: IgnorePatterns): Line[] {
  const lines: Line[] = []
  for (const line of text.split('\n')) {
    const plain = (ignore.isEmpty ? line : ignore.strip(line)).replace(/\s+/g, ' ').trim()
    if (plain !== '') lines.push({ text: line.trimEnd(), plain, key: plain })
  }
  return lines
}
