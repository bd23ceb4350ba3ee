import { type Account, defineService, type JobRecord, type StartOptions } from 'weirjs'
import type { ConvertContext } from '../content/service.ts'

export { schemaFailures } from './fields.ts'

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

/** What is to be filled in from several pages together. */
export interface TogetherTask extends Pick<ExtractionTask, 'prompt' | 'systemPrompt' | 'model' | 'temperature'> {
  schema: Record<string, unknown>
  /** Addresses that were checked; one at least, or a site. */
  urls: readonly string[]
  /** Addresses of sites, of which the pages that seem to tell most are read. */
  sites?: readonly string[]
  /** Days: how old a page from the cache may be. Default 30. */
  maxAge?: number
}

/** The one result of such a job. */
export interface TogetherResult {
  data: unknown
  /** Pages that it comes from, after redirects. */
  sources: string[]
  model: string
  missing: string[]
  /** Pages that could not be had. */
  failures: { url: string; code: string; message: string }[]
  warnings: string[]
}

/** Extractions as background jobs, for other plugins. */
export interface Extractions {
  /**
   * Starts one that fills one object from several pages together; it costs what an extraction with this output costs.
   * Throws `invalid_schema`, `schema_too_complex` (400) and `insufficient_credits` (402).
   */
  start(
    task: TogetherTask,
    by: Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> & { account: Account },
  ): Promise<JobRecord>
}

/** The extractions of this server. */
export const extractions = defineService<Extractions>('extract.extractions')
