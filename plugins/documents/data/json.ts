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

/** What JSON-LD has, and other JSON has not. */
const KEYWORD = /"@(?:type|graph)"\s*:/

/** JSON, and JSON of several lines: the data, and the same written with indents. What is no JSON is read as text. */
export const read: ReadOnThread = async (source, options, budget) => {
  const { text: raw } = decode(source.body, source.headers.get('content-type'))
  const shape = shapeOf(raw)
  const found = readJson(raw, shape)
  if (found === undefined) {
    if (!isReadable(shape))
      budget.warn('The JSON is given as text: it nests too deep, or has too many values, to be data')
    return readText({ ...source, parserName: 'text' }, options, budget)
  }
  const { data, source: json } = found
  // Indents may make much of little, and then the text stays as it came: a list of digits, deep in others.
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
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 500)
  }
  return null
}
