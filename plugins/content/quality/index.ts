import type { PageMetadata } from 'weirjs/schemas'
import type { PageFacts } from '../metadata/page-facts.ts'
import { guessContentType } from './content-type.ts'
import { isEnglish, measureReadability, readingLevelOf } from './readability.ts'
import { countText } from './text.ts'

type ContentQuality = PageMetadata['contentQuality']

/** Silent reading of non-fiction, in words a minute. Source: Brysbaert 2019, How many words do we read per minute? */
const WORDS_A_MINUTE = 238
/** Fewer words are no prose to judge by its sentences. */
const MIN_WORDS = 10
/** Of a rich page: words, blocks of text (paragraphs and lists), and the most of its text that may be links. */
const RICH = { words: 250, blocks: 3, linked: 0.5 }

/** How a text is made, without what its markup tells. */
export type TextQuality = Pick<
  ContentQuality,
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

const round = (value: number, digits = 2) => Number(value.toFixed(digits))

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

/** What of a page beside its facts its quality needs. */
export interface QualityContext {
  language: string | null
  markupLength: number
  article: PageMetadata['article']
}

/**
 * Measures the whole body of a page: its visible text, and its elements by kind. What stands in `noscript` counts
 * where it is most of the page. Rich is a page of at least 250 words in three paragraphs or lists, of which at most
 * half are links.
 */
export function measureQuality(page: PageFacts, { language, markupLength, article }: QualityContext): ContentQuality {
  const { lines, count, linkCount, textLength, linkedShare } = page.survey
  let text = ''
  for (const line of lines) text += `${line.text}\n`
  const measured = measureText(text, language)
  const paragraphCount = count('p')
  const listCount = count('ul', 'ol', 'dl', 'menu')
  const headingDistribution = {
    h1: count('h1'),
    h2: count('h2'),
    h3: count('h3'),
    h4: count('h4'),
    h5: count('h5'),
    h6: count('h6'),
  }
  return {
    ...measured,
    contentDensity: markupLength === 0 ? 0 : round(Math.min(1, textLength / markupLength), 3),
    isContentRich:
      measured.wordCount >= RICH.words && paragraphCount + listCount >= RICH.blocks && linkedShare <= RICH.linked,
    headingCount: Object.values(headingDistribution).reduce((sum, each) => sum + each, 0),
    paragraphCount,
    linkCount,
    imageCount: count('img'),
    listCount,
    tableCount: count('table'),
    quoteCount: count('blockquote'),
    codeBlockCount: count('pre'),
    contentType: guessContentType(page, { words: measured.wordCount, linkedShare, article }),
    headingDistribution,
  }
}
