import type { Run } from './model.ts'
import type { Vocabulary } from './spans.ts'

/** More tell nothing new, and take memory. */
const MOST_WORDS = 300_000

/** The words of a document, those with hyphens whole; what is parted at the end of a line is none. */
export function vocabularyOf(runs: Iterable<Run>): Vocabulary {
  const words = new Set<string>()
  for (const { text } of runs) {
    for (const [word] of text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?!\p{L}|-$)/gu)) words.add(word.toLowerCase())
    if (words.size > MOST_WORDS) break
  }
  return words
}
