import type { PageMetadata } from 'weirjs/schemas'

type ReadingLevel = PageMetadata['contentQuality']['readingLevel']

/** How hard a text is to read. */
export interface Readability {
  /** Flesch reading ease: 100 is easy, 0 is hard. */
  ease: number
  /** Flesch-Kincaid grade: years of school in the United States. */
  grade: number
}

/**
 * Both formulas are made for English, and are meaningless for other languages. Source: Flesch 1948, A new readability
 * yardstick; Kincaid et al. 1975, Derivation of new readability formulas for Navy enlisted personnel.
 */
export function measureReadability(words: number, sentences: number, syllables: number): Readability {
  const wordsASentence = words / sentences
  const syllablesAWord = syllables / words
  return {
    ease: 206.835 - 1.015 * wordsASentence - 84.6 * syllablesAWord,
    grade: 0.39 * wordsASentence + 11.8 * syllablesAWord - 15.59,
  }
}

/** The kind of school that teaches a grade. */
export function readingLevelOf(grade: number): NonNullable<ReadingLevel> {
  if (grade < 6) return 'elementary'
  if (grade < 9) return 'middle school'
  if (grade < 13) return 'high school'
  return grade < 17 ? 'college' : 'graduate'
}

/** Words that make up a third of English prose, and that are rare in other languages. */
const COMMON = /\b(?:the|of|and|to|in|is|that|for|with|you|this|are|not|have|from|your|was|can|will)\b/gi

/** Whether a text is English, by the page's declaration, otherwise by its most common words. */
export function isEnglish(language: string | null, text: string): boolean {
  if (language !== null) return /^en(?:-|$)/i.test(language)
  const sample = text.slice(0, 4000)
  const words = sample.match(/[\p{L}']+/gu)?.length ?? 0
  return words >= 20 && (sample.match(COMMON)?.length ?? 0) / words > 0.15
}
