import { ApiError, type JobRecord, type Kit, type PluginApp, toCredits } from 'weirjs'
import { notConfigured } from 'weirjs/schemas'
import { checkWebhook, toJobWebhook } from '../../webhooks/service.ts'
import { HELD } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { schemaFailures } from '../fields.ts'
import type { ExtractState } from '../state.ts'
import { type ExtractInput, extractJob } from './extract-job.ts'
import { ExtractBody, type ExtractionResult, ExtractReply } from './schema.ts'

/** Milliseconds that an extraction may wait for its turn, in addition to its own time. */
const MAX_WAIT = 60_000
/** Seconds after which the caller may try again if it did not get a turn. */
const BUSY = 10

/** A validated body as the input of a job. */
function toInput({ url, schema, agent, prompt, options = {} }: ExtractBody): ExtractInput {
  const { maxPages = 1, timeout = 60_000, processingOptions = {}, ...rest } = options
  return { url, schema, prompt, model: agent?.model, maxPages, timeout, ...rest, ...processingOptions }
}

/** Source: spec sections 2.9 and 4.9. */
export function extractRoute(app: PluginApp, kit: Kit<ExtractConfig>, { extraction }: ExtractState) {
  const { jobs } = kit

  app.post(
    '/extract',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const input = toInput(body)
      const webhook = toJobWebhook(body.webhook)
      const options = { millicredits: HELD, priority: 'high', webhook } as const
      const known = idempotency?.jobId
      const before = await jobs.start(extractJob, account, input, { ...options, idempotency })
      // For repeated requests only a success is stored: a failure is tried again.
      const isOver = known !== undefined && before.endedAt !== null && before.status !== 'completed'
      const { id } = isOver ? await jobs.start(extractJob, account, input, options) : before
      const job = await waitForEnd(id)
      const result = await readResult(job)
      const { url: _, warnings: told, ...data } = result
      warnings.push(...told)
      return {
        success: true as const,
        jobId: id,
        data: { success: true as const, ...data, creditsUsed: toCredits(job.used) },
      }

      async function waitForEnd(jobId: string): Promise<JobRecord> {
        // It returns early if the time is up, or if nobody waits any more.
        const ended = await jobs.waitForEnd(account.id, jobId, input.timeout + MAX_WAIT, request.signal)
        if (ended.endedAt !== null) return ended
        await jobs.cancel(account.id, jobId)
        const message = 'The extraction was not started in time: try again later'
        throw new ApiError('service_unavailable', message, { reason: 'busy', jobId }, { retryAfter: BUSY })
      }

      async function readResult({ id: jobId, error }: JobRecord): Promise<ExtractionResult> {
        if (error) throw new ApiError(error.code, error.message, { ...error.details, jobId })
        const [entry] = await jobs.results(account.id, jobId, { limit: 1 })
        if (!entry) throw new ApiError('conflict', 'The extraction was cancelled', { jobId })
        return JSON.parse(entry.json) as ExtractionResult
      }
    },
    {
      access: { limit: 'extract' },
      body: ExtractBody,
      response: { 200: ExtractReply },
      async beforeHandle({ body, caller: { account } }) {
        extraction.readSchema(body.schema)
        await checkWebhook(kit, body.webhook, { account: account.id })
      },
      detail: {
        operationId: 'extractPage',
        'x-failures': {
          400: schemaFailures,
          409: { conflict: 'The extraction was cancelled' },
          500: { timeout: 'The extraction took longer than `timeout`' },
          501: notConfigured,
        },
        'x-examples': {
          'A page by its headline': {
            url: 'https://example.com/',
            schema: { type: 'object', properties: { title: { type: 'string' }, summary: { type: 'string' } } },
            agent: { model: 'structured' },
          },
        },
        summary: 'Extract from a page',
        description:
          "Fills your JSON Schema from a page, with a language model or, without one, from the page's structured data. A model's output is validated against the schema and requested once more if it does not match; for a page without text, the model is not used. Tokens are 300, plus the bytes of the output divided by 0.5, plus the model's thinking tokens; each 1000 tokens cost 1 credit, rounded up. 3 credits are held; a failed extraction costs nothing. Use the `jobId` as with any job.",
      },
    },
  )
}
