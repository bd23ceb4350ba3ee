import type { IgnorePatterns } from './patterns.ts'

/** A line of a page's content. */
export interface Line {
  text: string
  /** What is compared: without what is ignored, and with white space as single spaces. */
  key: string
}

/** The lines that say something. */
export function linesOf(text: string, ignore: IgnorePatterns): Line[] {
  const lines: Line[] = []
  for (const line of text.split('\n')) {
    const key = (ignore.isEmpty ? line : ignore.strip(line)).replace(/\s+/g, ' ').trim()
    if (key !== '') lines.push({ text: line.trimEnd(), key })
  }
  return lines
}
