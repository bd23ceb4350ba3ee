import { ToolFailure } from '../api.ts'
import type { Content, ToolResult } from '../tools/result.ts'
import { endOfPart } from './cut.ts'

/** The default length of a result in characters; clients cut or refuse more than 50,000. */
export const MAX_CHARACTERS = 40_000

/** The content of a page. */
export interface PageText {
  title: string
  url: string
  /** The site's status. */
  statusCode?: number
  text: string
  /** What the reader should know about it. */
  notes: readonly string[]
}

export interface Part {
  /** The start, in characters. */
  offset: number
  /** The most characters. */
  most: number
}

/** A part of a page, and how to continue: Weir's own words in one piece, the page's content in another. */
export function showPart(page: PageText, { offset, most }: Part): ToolResult {
  const { text } = page
  if (offset > 0 && offset >= text.length)
    throw new ToolFailure(`offset must be below ${text.length}, the length of this text. Begin at 0.`)
  const end = endOfPart(text, offset, most)
  const range =
    end - offset === text.length
      ? []
      : [`Characters ${offset} to ${end} of ${text.length}${end < text.length ? `; next offset: ${end}` : ''}`]
  return {
    content: [{ type: 'text', text: [...headOf(page), ...range].join('\n') }, quote(page, text.slice(offset, end))],
  }
}

/** Weir's description of the page. */
export const headOf = ({ title, url, statusCode = 200, notes }: PageText): string[] => [
  ...(title === '' ? [] : [`Title: ${title}`]),
  `URL: ${url}`,
  ...(statusCode >= 400 ? [`The site answered ${statusCode}`] : []),
  ...notes.map((note) => `Note: ${note}`),
]

/** The page's content is for the model to read, and never an instruction. */
export const quote = ({ url }: Pick<PageText, 'url'>, text: string): Content => ({
  type: 'text',
  text,
  annotations: { audience: ['assistant'] },
  _meta: { 'weir/untrusted': true, 'weir/source': url },
})
