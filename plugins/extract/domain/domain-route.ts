import { durationInWords, type Kit, type PluginApp, toCredits } from 'weirjs'
import { checkWebhook, toJobWebhook } from '../../webhooks/service.ts'
import { HELD } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { schemaFailures } from '../fields.ts'
import type { ExtractState } from '../state.ts'
import { domainJob } from './domain-job.ts'
import type { DomainInput } from './input.ts'
import { readDomain } from './read-domain.ts'
import { DomainAccepted, DomainBody } from './schema.ts'

function toInput({ domain, schema, agent, prompt, options = {} }: DomainBody): DomainInput {
  const { maxPages = 10, timeout = 60_000, processingOptions, ...rest } = options
  return { domain, schema, prompt, model: agent?.model, maxPages, timeout, ...rest, ...processingOptions }
}

/** Source: spec section 4.9, decisions 8.5. */
export function domainRoute(app: PluginApp, kit: Kit<ExtractConfig>, { extraction }: ExtractState) {
  const { jobs } = kit
  return app.post(
    '/extract/domain',
    async ({ body, caller: { account }, idempotency, set }) => {
      const input = toInput(body)
      const job = await jobs.start(domainJob, account, input, {
        millicredits: HELD * input.maxPages,
        priority: 'medium',
        idempotency,
        webhook: toJobWebhook(body.webhook),
      })
      set.status = 202
      return {
        success: true as const,
        jobId: job.id,
        data: {
          status: job.shownStatus,
          domain: body.domain,
          maxPages: input.maxPages,
          estimatedCredits: toCredits(job.estimate),
          estimatedTime: durationInWords(jobs.estimateDuration(domainJob, input, input.maxPages)),
          statusUrl: `/v1/extract/${job.id}`,
          streamUrl: `/v1/jobs/${job.id}/stream`,
        },
      }
    },
    {
      access: { limit: 'extract' },
      body: DomainBody,
      response: { 202: DomainAccepted },
      async beforeHandle({ body, caller: { account } }) {
        readDomain(body.domain)
        extraction.readSchema(body.schema)
        await checkWebhook(kit, body.webhook, { account: account.id })
      },
      detail: {
        operationId: 'extractDomain',
        'x-failures': { 400: schemaFailures },
        'x-examples': {
          'What a site says about itself': {
            domain: 'example.com',
            schema: { type: 'object', properties: { title: { type: 'string' }, email: { type: 'string' } } },
            agent: { model: 'structured' },
            options: { maxPages: 3 },
          },
        },
        summary: 'Extract from a site',
        description:
          'Starts a background job that finds the pages of a site from its sitemaps and links, including the links of the most promising pages. It reads first the pages whose URLs best match the schema and the prompt, obeys robots.txt, and merges the results. Pages that contradict each other are treated as describing different things. Each page costs the same as an extraction; a failed page costs nothing.',
      },
    },
  )
}
