import { type Account, defineService, type JobRecord, type StartOptions } from 'weirjs'
import type { ConvertContext } from '../content/service.ts'

export { schemaFailures } from './fields.ts'

/** A page or a text from which a schema is filled. */
export interface ExtractionPage {
  url: string
  markdown: string
  /** The format `structured`, or its JSON (`JsonText`). */
  structured: unknown
  /** The same of the format `json`. */
  json: unknown
  /** The format `html`, if it was made. */
  html?: string
  /** The page's metadata. */
  metadata?: Readonly<Record<string, unknown>>
}

/** A caller's schema that has been accepted. */
export interface ExtractionSchema {
  readonly schema: Record<string, unknown>
  /** What is wrong with a value, as sentences; empty if it matches the schema. */
  issues(value: unknown): readonly string[]
}

/** Where the pages state a filled value. */
export interface Evidence {
  /** A JSON pointer to the value, such as `/offers/0/price`. */
  path: string
  value: string | number | boolean
  /** Whether a page states it, verbatim or in another spelling. */
  supported: boolean
  /** The text around it. */
  quote: string | null
  sourceUrl: string | null
  /** The position of the quote in the page's markdown, in characters; null if only the page's data state it. */
  offset: number | null
}

/** What to fill, and how. */
export interface ExtractionTask {
  schema: ExtractionSchema
  prompt?: string
  systemPrompt?: string
  /**
   * `structured`, `recipe` (selectors derived from what a model returned on a page of the same template), `auto` (a
   * recipe if one holds, else the model), or a model's name. Default: the model if one is configured, else
   * `structured`.
   */
  model?: string
  temperature?: number
  /** Reports where the pages state each value. */
  evidence?: boolean
  /** Leaves out values that no page states; `evidence` lists them. */
  dropUnsupported?: boolean
}

export interface Filled {
  data: unknown
  /** `structured`, `recipe`, or the name of the model. */
  model: string
  /** Paths of values that no page states; in `data` they are null or absent. */
  missing: string[]
  /** Tokens that the model spent on thinking, and in total. */
  thinking: number
  tokens: number
  evidence?: Evidence[]
  warnings: string[]
}

/** Fills schemas, for other plugins. */
export interface Extraction {
  /** Throws 400 `invalid_schema` (details `issues`) and `schema_too_complex`. */
  readSchema(schema: unknown): ExtractionSchema
  /** Whether a language model is available; without one only `structured` works. */
  hasModel(): Promise<boolean>
  /** Fills one object from all these pages. Throws ApiError `extraction_failed`, and the signal's reason. */
  fill(pages: readonly ExtractionPage[], task: ExtractionTask, context: ConvertContext): Promise<Filled>
}

/** The extraction of this server. */
export const extraction = defineService<Extraction>('extract.extraction')

/** What to fill from several pages together. */
export interface TogetherTask extends Pick<ExtractionTask, 'prompt' | 'systemPrompt' | 'model' | 'temperature'> {
  schema: Record<string, unknown>
  /** Checked URLs; at least one, unless there are sites. */
  urls: readonly string[]
  /** Root URLs of sites, whose most relevant pages are read. */
  sites?: readonly string[]
  /** How old a cached page may be, in days. Default 30. */
  maxAge?: number
}

/** The single result of such a job. */
export interface TogetherResult {
  data: unknown
  /** The pages it comes from, after redirects. */
  sources: string[]
  model: string
  missing: string[]
  /** Pages that could not be fetched. */
  failures: { url: string; code: string; message: string }[]
  warnings: string[]
}

/** Extractions as background jobs, for other plugins. */
export interface Extractions {
  /**
   * Starts a job that fills one object from several pages together; it costs the same as an extraction with this
   * output. Throws `invalid_schema`, `schema_too_complex` (400) and `insufficient_credits` (402).
   */
  start(
    task: TogetherTask,
    by: Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> & { account: Account },
  ): Promise<JobRecord>
}

/** The extraction jobs of this server. */
export const extractions = defineService<Extractions>('extract.extractions')
