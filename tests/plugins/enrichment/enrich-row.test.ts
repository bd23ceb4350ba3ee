import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { enrichRow, type RowWork } from '../../../plugins/enrichment/enrich-row.ts'
import { RowFailure } from '../../../plugins/enrichment/row.ts'
import type { EnrichmentState } from '../../../plugins/enrichment/state.ts'

const failure = new ApiError('service_unavailable', 'No name server answered')

/** The error of a row whose domain cannot be looked up, with or without a cancellation of the job meanwhile. */
const failureOf = (isCancelled: boolean): Promise<unknown> => {
  const job = new AbortController()
  const state = {
    domains: new Map(),
    async findMailServers() {
      if (isCancelled) job.abort()
      throw failure
    },
  } as unknown as EnrichmentState
  const options = { includeDiscovery: true, includeProfile: false, timeout: 60_000 }
  const work = {
    jobId: 'job_1',
    signal: job.signal,
    input: { fields: [], options },
    item: { email: 'ann@gmail.com' },
    once: (_: string, work: () => unknown) => work(),
  } as unknown as RowWork
  return enrichRow(work, 0, state).catch((error: unknown) => error)
}

test('a row that fails returns what was known', async () => {
  const error = await failureOf(false)
  expect(error).toBeInstanceOf(RowFailure)
  expect(error).toMatchObject({ code: failure.code, known: { domain: 'gmail.com', discovery: null } })
})

test('a row whose job was cancelled meanwhile has not failed', async () => {
  expect(await failureOf(true)).toBe(failure)
})
