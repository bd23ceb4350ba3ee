import { isObject, type JsonObject } from 'weirjs/toolkit'
import { pathTo, unescaped } from '../json-schema/json.ts'
import type { Evidence, ExtractionPage } from '../service.ts'
import { fillFromStructured } from '../structured/index.ts'
import { wordsOf } from '../structured/words.ts'
import { findValue } from './find-value.ts'
import { type PageSources, sourcesOf } from './page-sources.ts'
import type { Span } from './page-text.ts'

/** The most values that are reported, and the deepest nesting of objects. */
const MAX_VALUES = 500
const DEEPEST = 32
/** Characters that are searched for all values together: about a second. */
const MAX_SEARCHED = 2_000_000_000
/** Characters of a quote, and of it before the value. */
const MAX_QUOTE = 240
const BEFORE = 80

interface Leaf {
  path: string
  /** The property names leading to it, nearest first. */
  names: readonly string[]
  value: string | number | boolean
}

/**
 * Where the pages state each filled value: in their text, else in their data, which have no offset. Covers the first
 * 500 values, whatever filled them. Meant to run on a thread.
 */
export const findEvidence = (
  schema: Record<string, unknown>,
  data: unknown,
  pages: readonly ExtractionPage[],
): Evidence[] => {
  const sources = pages.map(sourcesOf)
  const own = pages.map((page) => fillFromStructured(schema, [page]).data)
  const evidence: Evidence[] = []
  for (const leaf of leavesOf(data)) {
    const found = evidenceOf(leaf, sources, own)
    // A value whose search was cut off is not called unsupported.
    if (searchedIn(sources) > MAX_SEARCHED) break
    evidence.push(found)
  }
  return evidence
}

const searchedIn = (sources: readonly PageSources[]) =>
  sources.reduce((sum, { markdown, data }) => sum + markdown.text.searched + data.text.searched, 0)

const leavesOf = (data: unknown): Leaf[] => {
  const leaves: Leaf[] = []
  const visit = (value: unknown, path: string, names: readonly string[]) => {
    if (leaves.length >= MAX_VALUES || names.length > DEEPEST) return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      leaves.push({ path, names, value })
    else if (Array.isArray(value)) for (const [i, each] of value.entries()) visit(each, pathTo(path, i), names)
    else if (isObject(value))
      for (const [name, each] of Object.entries(value))
        visit(each, pathTo(path, name), [wordsOf(name).join(' '), ...names])
  }
  visit(data, '', [])
  return leaves
}

const evidenceOf = (
  { path, names, value }: Leaf,
  sources: readonly PageSources[],
  own: readonly unknown[],
): Evidence => {
  const none = { path, value, supported: false, quote: null, sourceUrl: null, offset: null }
  if (value === '') return none
  const beside = names.slice(0, 1)
  for (const [i, { url, language, markdown, data }] of sources.entries()) {
    // No text says "true": that follows from the page's labels and data.
    const isOwn = at(own[i], path) === value
    if (typeof value === 'boolean' && !isOwn) continue
    const span = typeof value === 'boolean' ? null : findValue(markdown, value, beside, language)
    if (span) return { path, value, supported: true, sourceUrl: url, ...quoteOf(markdown.text.raw, span) }
    const within = typeof value === 'boolean' ? null : findValue(data, value, beside, language)
    if (within) return { ...none, supported: true, sourceUrl: url, quote: quoteOf(data.text.raw, within).quote }
    if (isOwn) return { ...none, supported: true, sourceUrl: url }
  }
  return none
}

/** The text around a value on its line. */
const quoteOf = (text: string, { from, to }: Span): { quote: string; offset: number } => {
  const line = text.lastIndexOf('\n', from - 1) + 1
  const start = Math.max(line, from - BEFORE)
  const next = text.indexOf('\n', to)
  const end = Math.max(Math.min(to, start + MAX_QUOTE), Math.min(next < 0 ? text.length : next, start + MAX_QUOTE))
  return { quote: text.slice(start, end), offset: start }
}

/** The value at a path. */
const at = (data: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as JsonObject)[unescaped(name)] : undefined,
      data,
    )
