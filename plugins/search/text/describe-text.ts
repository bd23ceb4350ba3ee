import { firstSentences } from '../../content/service.ts'
import { plainText } from './plain-text.ts'

/** The characters of a preview. Source: decisions 7.2. */
const PREVIEW = 300
/** Words per minute. */
const READING_SPEED = 200
/** The characters of a page from which its preview and summary are taken. */
const BEGINNING = 20_000

export interface PageText {
  preview: string
  summary: string
  wordCount: number
  readingTime: number
}

/** The preview, summary and length of a page's text. `counted` is the number of its words, if known. */
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

/** The quality of a page by the amount of its text. Source: decisions 7.2. */
export const qualityOf = ({ wordCount }: PageText, isContentRich: boolean | undefined): 'high' | 'medium' | 'low' =>
  (isContentRich ?? wordCount >= 300) ? 'high' : wordCount >= 100 ? 'medium' : 'low'
