import { defineService } from 'weirjs'
import type { ConvertContext } from '../content/service.ts'

/** A page, or a text, from which a schema is filled. */
export interface ExtractionPage {
  url: string
  markdown: string
  /** The format `structured`. */
  structured: unknown
  /** The format `json`. */
  json: unknown
  /** The format `html`, where it was made. */
  html?: string
  /** What the page says of itself. */
  metadata?: Readonly<Record<string, unknown>>
}

/** A caller's schema that was found fit. */
export interface ExtractionSchema {
  readonly schema: Record<string, unknown>
  /** What is wrong with a value, in sentences; none where it has this schema. */
  issues(value: unknown): readonly string[]
}

/** Where the pages say a value that was filled in. */
export interface Evidence {
  /** A JSON pointer to the value, such as `/offers/0/price`. */
  path: string
  value: string | number | boolean
  /** Whether a page says it, as it is or in another writing. */
  supported: boolean
  /** What stands around it. */
  quote: string | null
  sourceUrl: string | null
  /** Of the quote in the page's markdown, in characters; null for what only the page's data say. */
  offset: number | null
}

/** What is to be filled in, and by whom. */
export interface ExtractionTask {
  schema: ExtractionSchema
  prompt?: string
  systemPrompt?: string
  /**
   * `structured`, `recipe` (what a model gave on a page of the same template, by its selectors), `auto` (that where
   * it holds, else the model), or a model's name. Default: the model where one is configured, else `structured`.
   */
  model?: string
  temperature?: number
  /** Tells where the pages say each value. */
  evidence?: boolean
  /** Leaves out values that no page says; `evidence` tells of them. */
  dropUnsupported?: boolean
}

export interface Filled {
  data: unknown
  /** `structured`, `recipe`, or the name of the model that did it. */
  model: string
  /** Paths of values that no page gives; in `data` they are null or absent. */
  missing: string[]
  /** Tokens that the model spent on thinking, and in all. */
  thinking: number
  tokens: number
  evidence?: Evidence[]
  warnings: string[]
}

/** Filling schemas, for other plugins. */
export interface Extraction {
  /** Throws 400 `invalid_schema` (details `issues`) and `schema_too_complex`. */
  readSchema(schema: unknown): ExtractionSchema
  /** Whether a language model is there; without one only `structured` works. */
  hasModel(): Promise<boolean>
  /** Fills one object from all these pages. Throws ApiError `extraction_failed`, and the signal's reason. */
  fill(pages: readonly ExtractionPage[], task: ExtractionTask, context: ConvertContext): Promise<Filled>
}

/** The extraction of this server. */
export const extraction = defineService<Extraction>('extract.extraction')
