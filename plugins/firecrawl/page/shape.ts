import type { FormatName } from '../schema/page-fields.ts'

/** Which of the two versions speaks, below which path. */
export interface Api {
  version: 1 | 2
  path: '/v2' | '/firecrawl/v1' | '/firecrawl/v2'
}

/** What is kept of a request to show its pages as it asked. */
export interface Shape {
  version: 1 | 2
  /** The formats that were asked for. */
  fields: FormatName[]
  /** Under which name that goes out which was extracted. */
  json: 'json' | 'extract' | undefined
  /** Whether tracked changes are shown line by line. */
  showsDiff?: boolean
  /** Whether pages are asked for as an ordinary visitor. */
  stealth: boolean
}
