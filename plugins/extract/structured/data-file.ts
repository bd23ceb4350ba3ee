import { isObject } from 'weirjs/toolkit'
import type { Thing } from './thing.ts'

/** Parsers whose format `json` is the data of the file. Of others, it is an outline of the page. */
const OF_DATA = new Set<unknown>(['json', 'xml', 'spreadsheet', 'feed'])
/** The most objects and lists of a file that are considered, and their deepest nesting. */
const MAX_PARTS = 2_000
const DEEPEST = 4

/** What a data file states. */
export interface DataFile {
  /** Its objects, the outer ones first, without the entries of lists. */
  things: Thing[]
  /** Its lists of objects, such as the rows of a sheet. */
  tables: Thing[][]
}

/** Reads a data file; undefined for pages and documents. */
export const readDataFile = (json: unknown, parserName: unknown): DataFile | undefined => {
  if (!OF_DATA.has(parserName)) return undefined
  const things: Thing[] = []
  const tables: Thing[][] = []
  let parts: unknown[] = [json]
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const next: unknown[] = []
    for (const part of parts) {
      if (things.length + tables.length >= MAX_PARTS) break
      if (Array.isArray(part)) tables.push(part.filter(isObject))
      else if (isObject(part)) {
        things.push(part)
        for (const value of Object.values(part)) if (typeof value === 'object') next.push(value)
      }
    }
    parts = next
  }
  return { things, tables: tables.filter((rows) => rows.length > 0) }
}
