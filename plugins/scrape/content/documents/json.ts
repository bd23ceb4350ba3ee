import { type DocumentReader, wants } from '../converted.ts'
import { decode } from '../decode.ts'
import { fenced } from '../markdown/code.ts'
import { readJsonLd } from '../structured/json-ld.ts'
import { addressesIn, answer, preformatted } from './answer.ts'
import { measureNesting, parseJson } from './json-data.ts'
import { readText } from './plain-text.ts'

/** What JSON-LD has, and other JSON has not. */
const KEYWORD = /"@(?:type|graph)"\s*:/

/** JSON, and JSON of several lines: the data, and the same written with indents. What is no JSON is read as text. */
export const readJson: DocumentReader = async (source, options, budget) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const data = parseJson(raw)
  if (data === undefined) return readText({ ...source, parserName: 'text' }, options, budget)
  const text = prettyOf(data, raw)
  return answer(source, options, {
    title: titleOf(data),
    markdown: () => fenced(text, 'json'),
    html: () => preformatted(text),
    text: () => text,
    rawHtml: () => raw,
    json: () => data,
    links: () => (wants(options, 'links') ? addressesIn(raw.replaceAll('\\/', '/')) : []),
    contentSource: 'data',
    quality: { contentType: 'data', codeBlockCount: 1 },
    isData: true,
    jsonLd: KEYWORD.test(raw) ? readJsonLd([raw]) : [],
  })
}

/** Indents may make much of little, and then the text stays as it came: a list of digits, deep in others. */
const prettyOf = (data: unknown, raw: string): string => {
  const { indents } = measureNesting(raw)
  return indents > 8 * raw.length + 10_000 ? raw.trim() : JSON.stringify(data, null, 2)
}

const titleOf = (data: unknown): string | null => {
  if (typeof data !== 'object' || data === null) return null
  for (const name of ['title', 'name', 'headline']) {
    const value = Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 500)
  }
  return null
}
