import { defineJob, type Kit, type Outcome } from 'weirjs'
import { type EnrichmentConfig, priceOf } from './config.ts'
import { readAddress } from './discovery/index.ts'
import { enrichRow, type RowWork } from './enrich-row.ts'
import { jobsAtOnce } from './plan-fields.ts'
import { EnrichmentInput, EnrichmentItem, makeRow, type Row, RowFailure } from './row.ts'
import type { EnrichmentState } from './state.ts'

/** Each item is a row. They are given at the start, as the input is at hand for every item. */
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
    // A row that is skipped neither succeeded nor failed.
    return result.enrichment_status === 'skipped'
      ? { result, millicredits: 0, counts: false }
      : { result, millicredits }
  },

  /** Rows that were not begun when their job was cancelled have no entry. */
  async failed(error, { item: { email }, input: { fields } }): Promise<Row | undefined> {
    if (error.code === 'cancelled') return undefined
    const { known, time } =
      error instanceof RowFailure ? error : { known: { domain: readAddress(email)?.domain ?? null }, time: 0 }
    return makeRow(email, fields, known, { status: 'failed', time, error: error.message })
  },
})
