import { isoTime, type Kit, type PluginApp, reply, toCredits } from 'weirjs'
import { checkWebhook, toJobWebhook } from '../webhooks/service.ts'
import { type EnrichmentConfig, priceOf } from './config.ts'
import { enrichmentJob } from './job.ts'
import { rowsPerJob } from './plan-fields.ts'
import { checkBody, toInput, toItems } from './read-body.ts'
import { EnrichmentAccepted, EnrichmentBody } from './schema.ts'
import type { EnrichmentState } from './state.ts'

/** The most bytes of a body: many rows, each with the caller's own data. Source: decisions 1.3. */
const MAX_BODY = 32 * 1024 * 1024

/** Source: spec section 4.10. */
export function startRoute(app: PluginApp, kit: Kit<EnrichmentConfig>, state: EnrichmentState) {
  const { jobs, accounts, config } = kit

  return app.post(
    '/ai-enrichment',
    async ({ body, caller: { account }, idempotency, set }) => {
      const input = toInput(body)
      const job = await jobs.start(enrichmentJob, account, input, {
        millicredits: priceOf(input.fields.length, config) * input.rows,
        priority: 'medium',
        idempotency,
        webhook: toJobWebhook(body.webhook),
        items: toItems(body),
      })
      set.status = 202
      return {
        success: true as const,
        data: {
          jobId: job.id,
          status: job.shownStatus,
          totalRows: input.rows,
          estimatedCredits: toCredits(job.estimate),
          estimatedTime: Math.round(jobs.estimateDuration(enrichmentJob, input, input.rows)),
          createdAt: isoTime(job.createdAt),
          statusUrl: `/v1/ai-enrichment/${job.id}`,
          streamUrl: `/v1/ai-enrichment/${job.id}/stream`,
        },
      }
    },
    {
      access: { limit: 'enrichment', countsJobs: true, maxBody: MAX_BODY },
      body: EnrichmentBody,
      response: { 202: reply(EnrichmentAccepted) },
      async beforeHandle({ body, caller: { account } }) {
        await checkBody(body, { name: account.plan, rows: rowsPerJob.of(accounts.plan(account)) })
        state.schemaFor(body.fields)
        await checkWebhook(kit, body.webhook, { account: account.id })
      },
      detail: {
        operationId: 'startEnrichment',
        'x-failures': {
          400: {
            invalid_email_format: 'An address is not valid; `data.rows` lists the rows',
            missing_fields: 'No fields are requested',
            too_many_rows: 'The plan allows fewer rows',
          },
        },
        'x-examples': {
          'The industry and the size of two companies': {
            data: [
              { email: 'press@example.com' },
              { email: 'jane.doe@example.org', additionalFields: { title: 'Head of Purchasing' } },
            ],
            fields: [
              { name: 'industry', prompt: 'Which industry is the company in?', type: 'text' },
              { name: 'employees', prompt: 'How many people work there?', type: 'number' },
            ],
          },
        },
        summary: 'Enrich a list of e-mail addresses',
        description:
          "Starts a background job. Each row gets: the domain, its mail servers and the type of e-mail address (discovery); what the company’s own site says about it (profile: home, about, contact and imprint pages, fetched once per domain); and the answers to `fields`, by the server's language model, from the site and from `additionalFields`. Without a model, the structured data of the site is used. A row succeeds if at least one field is answered, and then costs 1 credit with one or two fields, 2 with up to five, 3 with more; a failed or skipped row costs nothing. Free-mail and disposable domains have no company. No mail server is contacted.",
      },
    },
  )
}
