import type { PageMetadata } from 'weirjs/schemas'
import { countText } from './count-text.ts'
import { isEnglish, measureReadability, readingLevelOf } from './readability.ts'

/** Silent reading of non-fiction, in words a minute. Source: Brysbaert 2019, How many words do we read per minute? */
const WORDS_A_MINUTE = 238
/** Fewer words are no prose to judge by its sentences. */
const MIN_WORDS = 10
/** How a text is made, without what its markup tells. */
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
 * Measures a text whose blocks are parted by line breaks. Readability is measured of English alone and is null
 * elsewhere, as it is for less than ten words. Reading time is rounded up to whole minutes, 0 for no text.
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

/** A number as it is given: to so many digits behind the point. */
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))
