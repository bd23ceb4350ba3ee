import { isObject } from 'weirjs/toolkit'
import type { ExtractionPage } from '../service.ts'
import { Numbers } from './numbers.ts'
import { PageText } from './page-text.ts'

/** Characters of a page's text, and of its data, that are searched for values. */
const MAX_TEXT = 2_000_000
const MAX_DATA = 1_000_000
const DEEPEST = 40

/** A text of a page that may contain values. */
export interface PageSource {
  text: PageText
  numbers: Numbers
}

/** Where values of a page may occur: first its text, then its data. */
export interface PageSources {
  url: string
  language: string
  markdown: PageSource
  /** JSON-LD, microdata, RDFa, Open Graph and the page's other data, one line each. */
  data: PageSource
}

/** What this service says about a page and the page does not, or says elsewhere too: it supports no value. */
const OF_SERVICE = new Set(
  `statusCode contentType extractedAt processingTime structuredData contentQuality wordCount characterCount linksCount
  imagesCount engine parserName contentSource trace creditsUsed cached cachedAt`.split(/\s+/),
)

/** Prepares a page for searching. */
export const sourcesOf = ({ url, markdown, structured, metadata = {} }: ExtractionPage): PageSources => {
  const own = Object.fromEntries(Object.entries(metadata).filter(([name]) => !OF_SERVICE.has(name)))
  return {
    url,
    language: typeof metadata.language === 'string' ? metadata.language : 'en',
    markdown: sourceOf(markdown.slice(0, MAX_TEXT)),
    data: sourceOf(linesOf([structured, own])),
  }
}

const sourceOf = (raw: string): PageSource => {
  const text = new PageText(raw)
  return { text, numbers: new Numbers(text) }
}

/** Names and texts of data, one line each. */
const linesOf = (data: unknown): string => {
  const lines: string[] = []
  let room = MAX_DATA
  const add = (name: string, value: unknown, depth: number) => {
    if (room <= 0 || depth > DEEPEST || value === null || value === undefined) return
    if (Array.isArray(value)) for (const each of value) add(name, each, depth + 1)
    else if (isObject(value)) for (const [inner, each] of Object.entries(value)) add(inner, each, depth + 1)
    else {
      const line = `${name}: ${value}`.slice(0, room)
      room -= line.length + 1
      lines.push(line)
    }
  }
  add('', data, 0)
  return lines.join('\n')
}
