import { firstSentences } from '../../content/service.ts'
import { plainText } from './plain-text.ts'

/** The length of a preview in characters. Source: decisions 7.2. */
const PREVIEW = 300
/** Words per minute. */
const READING_SPEED = 200
/** The characters of a page that are searched for its beginning. */
const BEGINNING = 20_000

export interface PageText {
  preview: string
  summary: string
  wordCount: number
  readingTime: number
}

/** What a search shows of a page's text. `counted` is its number of words, if known. */
export function describeText(markdown: string, description: string | null | undefined, counted?: number): PageText {
  const beginning = markdown.slice(0, BEGINNING)
  const wordCount = counted ?? plainText(markdown).split(' ').filter(Boolean).length
  return {
    preview: plainText(beginning).slice(0, PREVIEW).toWellFormed(),
    summary: description?.trim() || firstSentences(plainText(beginning.replace(/^#{1,6}[ \t].*$/gm, ''))),
    wordCount,
    readingTime: wordCount === 0 ? 0 : Math.max(1, Math.round(wordCount / READING_SPEED)),
  }
}

/** How much there is to read on a page. Source: decisions 7.2. */
export const qualityOf = ({ wordCount }: PageText, isContentRich: boolean | undefined): 'high' | 'medium' | 'low' =>
  (isContentRich ?? wordCount >= 300) ? 'high' : wordCount >= 100 ? 'medium' : 'low'
