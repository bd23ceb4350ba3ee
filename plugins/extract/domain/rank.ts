import { decodePercent, isObject, type JsonObject } from 'weirjs/toolkit'

/** Words that occur in every schema and every question. */
const COMMON = new Set(
  'the and for from with this that page name type value data text list what which all any of'.split(' '),
)
/** Where sites say who they are, which is asked for most. */
const TELLING = /\b(?:about|contact|team|company|impressum|imprint|product|products|pricing|prices|careers|jobs)\b/

/** The meaningful words of a text, in lower case; `fooBar` and `foo_bar` are two words each. */
export function tellingWords(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return (apart.match(/[\p{L}\p{N}]{2,40}/gu) ?? []).filter((word) => !COMMON.has(word))
}

/** Names and descriptions in a schema, at any depth. */
export function tellingWordsOfSchema(schema: JsonObject): string[] {
  const words: string[] = []
  const visit = (inner: unknown) => {
    if (!isObject(inner)) return
    if (typeof inner.description === 'string') words.push(...tellingWords(inner.description))
    if (isObject(inner.properties))
      for (const [name, property] of Object.entries(inner.properties)) {
        words.push(...tellingWords(name))
        visit(property)
      }
    visit(inner.items)
  }
  visit(schema)
  return words
}

/** How promising the URL of a page is for what is asked. */
export function relevance(url: URL, wanted: ReadonlySet<string>): number {
  const path = decodePercent(url.pathname)
  const words = new Set(tellingWords(path))
  const matches = [...words].filter((word) => isWanted(word, wanted)).length
  const depth = url.pathname.split('/').filter(Boolean).length
  return matches * 3 + (TELLING.test(path.toLowerCase()) ? 2 : 0) - depth * 0.5 - (url.search === '' ? 0 : 1)
}

/** Whether two words are the same, also in their plural. */
const isWanted = (word: string, wanted: ReadonlySet<string>) =>
  wanted.has(word) || wanted.has(`${word}s`) || (word.endsWith('s') && wanted.has(word.slice(0, -1)))
