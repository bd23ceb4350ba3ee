import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { ExtractionPage } from '../service.ts'
import { readFacts } from './facts.ts'
import { Filler } from './fill.ts'

/** What pages state of a schema, without a model. */
export interface FilledFromStructured {
  data: unknown
  /** Where `data` has null, such as `price` and `offers.0.price`. */
  missing: string[]
}

/** The most paths of missing values that are reported. */
const MAX_MISSING = 1_000

/**
 * Fills a schema from the pages' own data: JSON-LD, microdata, RDFa, metadata, tables, definitions, lines such as
 * `Price: 24.50`, and the objects and rows of data files. Nothing is made up: what no page states is null. What the
 * first page does not state is taken from the next; a list comes from the page that has most of it. Meant to run on a
 * thread.
 */
export const fillFromStructured = (
  schema: Record<string, unknown>,
  pages: readonly ExtractionPage[],
): FilledFromStructured => {
  const filled = pages.map((page) => new Filler(schema, readFacts(page)).fill())
  const data = filled.length === 0 ? new Filler(schema, readFacts(NO_PAGE)).fill() : filled.reduce(completed)
  return { data, missing: missingIn(data, '').slice(0, MAX_MISSING) }
}

const NO_PAGE: ExtractionPage = { url: '', markdown: '', structured: null, json: null }

/** Completes one value with another. */
const completed = (first: unknown, second: unknown): unknown => {
  if (first === null) return second
  if (Array.isArray(first) && Array.isArray(second)) return second.length > first.length ? second : first
  if (!isObject(first) || !isObject(second)) return first
  const both: JsonObject = Object.create(null)
  for (const name of Object.keys(first)) both[name] = completed(first[name], second[name] ?? null)
  return both
}

const missingIn = (value: unknown, path: string): string[] => {
  if (value === null) return [path]
  if (typeof value !== 'object') return []
  return Object.entries(value as object).flatMap(([name, part]) =>
    missingIn(part, path === '' ? name : `${path}.${name}`),
  )
}
