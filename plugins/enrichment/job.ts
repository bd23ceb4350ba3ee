import { defineJob, type Kit, type Outcome } from 'weirjs'
import { type EnrichmentConfig, priceOf } from './config.ts'
import { readAddress } from './discovery/index.ts'
import { enrichRow, type RowWork } from './enrich-row.ts'
import { jobsAtOnce } from './plan-fields.ts'
import { EnrichmentInput, EnrichmentItem, makeRow, type Row, RowFailure } from './row.ts'
import type { EnrichmentState } from './state.ts'

/**
 * Each item is a row. Rows are passed at the start instead of in the input, as the whole input is loaded for every
 * item.
 */
export const enrichmentJob = defineJob({
  name: 'enrichment.rows',
  type: 'enrichment',
  statusWhileRunning: 'processing',
  input: EnrichmentInput,
  item: EnrichmentItem,
  seed: () => [],
  parallel: ({ options }) => options.concurrency,
  maxConcurrentJobs: jobsAtOnce.of,

  async run(work: RowWork, kit: Kit<EnrichmentConfig>, state: EnrichmentState): Promise<Outcome<Row, never>> {
    const millicredits = priceOf(work.input.fields.length, kit.config)
    const result = await enrichRow(work, millicredits, state)
    // A skipped row neither succeeded nor failed.
    return result.enrichment_status === 'skipped'
      ? { result, millicredits: 0, counts: false }
      : { result, millicredits }
  },

  /** Rows that were not started before the cancellation have no result. */
  async failed(error, { item: { email }, input: { fields } }): Promise<Row | undefined> {
    if (error.code === 'cancelled') return undefined
    const { known, time } =
      error instanceof RowFailure ? error : { known: { domain: readAddress(email)?.domain ?? null }, time: 0 }
    return makeRow(email, fields, known, { status: 'failed', time, error: error.message })
  },
})
