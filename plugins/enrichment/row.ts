import { ApiError, type Static, t } from 'weirjs'
import type { Discovery } from './discovery/index.ts'
import { type EnrichedRow, EnrichmentBody } from './schema.ts'

/** A row as it is downloaded; the caller's fields are columns too. */
export type Row = Static<typeof EnrichedRow> & Record<string, unknown>

/** The input of a job; its rows are its items. */
export const EnrichmentInput = t.Object({
  rows: t.Integer(),
  fields: t.Array(t.Required(EnrichmentBody.properties.fields.items)),
  options: t.Required(t.Object(EnrichmentBody.properties.options.properties)),
})
export type EnrichmentInput = Static<typeof EnrichmentInput>

/** A row of a job. */
export const EnrichmentItem = EnrichmentBody.properties.data.items
export type EnrichmentItem = Static<typeof EnrichmentItem>

/** The facts about a row that do not depend on its fields. */
export interface RowFacts {
  domain: string | null
  discovery?: Discovery | null
  company?: Row['company']
}

/** The outcome of a row. */
interface RowEnd {
  status: Row['enrichment_status']
  answers?: Readonly<Record<string, unknown>>
  millicredits?: number
  time?: number
  error?: string
}

/** A row with all its columns in order. */
export function makeRow(
  email: string,
  fields: readonly { name: string }[],
  { domain, discovery, company }: RowFacts,
  end: RowEnd,
): Row {
  const { status, answers = {}, millicredits = 0, time = 0, error } = end
  return {
    email,
    domain,
    ...Object.fromEntries(
      fields.map(({ name }) => [name, Object.hasOwn(answers, name) ? (answers[name] ?? null) : null]),
    ),
    ...(discovery !== undefined && { discovery }),
    ...(company !== undefined && { company }),
    enrichment_status: status,
    credits_used: millicredits / 1000,
    processing_time_ms: Math.round(time),
    ...(error !== undefined && { error }),
  }
}

/** Why a row failed, with the facts that were found nevertheless. */
export class RowFailure extends ApiError {
  readonly known: RowFacts
  readonly time: number

  constructor(cause: ApiError, known: RowFacts, time: number) {
    const { status, code, message, details, retryAfter } = cause
    super(code, message, details, { status, retryAfter, cause })
    this.known = known
    this.time = time
  }
}
