import type { PageMetadata } from 'weirjs/schemas'
import { countText } from './count-text.ts'
import { isEnglish, measureReadability, readingLevelOf } from './readability.ts'

/**
 * Silent reading of non-fiction, in words per minute. Source: Brysbaert 2019, How many words do we read per minute?
 */
const WORDS_A_MINUTE = 238
/** A text with fewer words is not prose whose sentences can be judged. */
const MIN_WORDS = 10
/** The quality of a text, apart from what depends on its markup. */
export type TextQuality = Pick<
  PageMetadata['contentQuality'],
  | 'wordCount'
  | 'sentenceCount'
  | 'characterCount'
  | 'readabilityScore'
  | 'fleschKincaidGrade'
  | 'averageSentenceLength'
  | 'averageWordsPerSentence'
  | 'estimatedReadingTimeMinutes'
  | 'readingLevel'
  | 'lexicalDiversity'
>

/**
 * Measures a text with line breaks between its blocks. Readability is null for texts that are not English, or have
 * fewer than ten words. Reading time is in minutes, rounded up; 0 for an empty text.
 */
export function measureText(text: string, language: string | null): TextQuality {
  const counts = countText(text, language)
  const { words, sentences } = counts
  const average = sentences === 0 ? 0 : round(words / sentences)
  const readable = words >= MIN_WORDS && counts.spacedWords === words && isEnglish(language, text)
  const readability = readable ? measureReadability(words, sentences, counts.syllables) : null
  return {
    wordCount: words,
    sentenceCount: sentences,
    characterCount: counts.characters,
    readabilityScore: readability && round(readability.ease),
    fleschKincaidGrade: readability && round(readability.grade),
    averageSentenceLength: average,
    averageWordsPerSentence: average,
    estimatedReadingTimeMinutes: Math.ceil(words / WORDS_A_MINUTE),
    readingLevel: readability && readingLevelOf(readability.grade),
    lexicalDiversity: round(counts.lexicalDiversity, 3),
  }
}

/** Rounds to `digits` decimal places. */
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
