import type { FormatName } from '../schema/page-fields.ts'

/** A version of the API, and its base path. */
export interface Api {
  version: 1 | 2
  path: '/v2' | '/firecrawl/v1' | '/firecrawl/v2'
}

/** What is stored of a request in order to show its pages as requested. */
export interface Shape {
  version: 1 | 2
  /** The requested formats. */
  fields: FormatName[]
  /** The name of the field for extracted data. */
  json: 'json' | 'extract' | undefined
  /** Whether tracked changes are shown line by line. */
  showsDiff?: boolean
  /** Whether pages are requested with stealth. */
  stealth: boolean
}
