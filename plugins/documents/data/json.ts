import {
  addressesIn,
  answer,
  decode,
  fenced,
  preformatted,
  type ReadOnThread,
  readJsonLd,
  wants,
} from '../../content/toolkit.ts'
import { indentJson } from './indent-json.ts'
import { isReadable, readJson, shapeOf } from './json-data.ts'
import { read as readText } from './plain-text.ts'

/** Keywords that only JSON-LD has. */
const KEYWORD = /"@(?:type|graph)"\s*:/

/** Reads JSON and JSON lines, as data and as indented text. Anything else is read as plain text. */
export const read: ReadOnThread = async (source, options, budget) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const shape = shapeOf(raw)
  const found = readJson(raw, shape)
  if (found === undefined) {
    if (!isReadable(shape))
      budget.warn('The JSON is given as text: it is nested too deeply, or has too many values, to be read as data')
    return readText({ ...source, parserName: 'text' }, options, budget)
  }
  const { data, source: json } = found
  // Indentation can multiply the length of deeply nested data. Then the text is left as it is.
  const text = raw.length + shape.indents > budget.maxLength ? raw.trim() : indentJson(json)
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

const titleOf = (data: unknown): string | null => {
  if (typeof data !== 'object' || data === null) return null
  for (const name of ['title', 'name', 'headline']) {
    const value = Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 500).toWellFormed()
  }
  return null
}
