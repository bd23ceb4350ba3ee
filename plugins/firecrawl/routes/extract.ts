import { ApiError, isObject, type Kit, MAX_URL, type PluginApp, t } from 'weirjs'
import { schemaFailures, type TogetherResult } from '../../extract/service.ts'
import type { FirecrawlConfig } from '../config.ts'
import { messageOf } from '../errors.ts'
import { toWireId } from '../jobs/ids.ts'
import { creditsOf, expiryOf, statusOf } from '../jobs/status.ts'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import { askerFields, ScrapeOptions, Webhook } from '../schema/page-fields.ts'
import { ExtractStatus, JobStarted } from '../schema/replies.ts'
import { checkWebhook, jobWebhook } from '../webhooks/check.ts'
import {
  described,
  type FirecrawlState,
  JobParams,
  KEY_HEADER,
  normaliseBody,
  originOf,
  unlimited,
  unsupported,
} from './route.ts'
import { shownOptions } from './shown-options.ts'
import { isHttpUrl, sortAddresses } from './sort-addresses.ts'

const flag = (description: string) => t.Optional(t.Boolean({ description }))
const ExtractRequest = t.Object(
  {
    urls: t.Optional(
      t.Array(t.String({ maxLength: MAX_URL }), {
        maxItems: 100,
        description: 'URLs of pages; a URL that ends in `/*` is a site, whose most informative pages are read',
        examples: [['https://example.com/']],
      }),
    ),
    prompt: t.Optional(t.String({ maxLength: 3000 })),
    schema: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'JSON Schema of the data to extract' })),
    systemPrompt: t.Optional(t.String({ maxLength: 3000 })),
    showSources: flag('Returns the pages that the data comes from'),
    ignoreInvalidURLs: flag('Ignores and lists entries that are not URLs'),
    allowExternalLinks: flag('Has no effect'),
    enableWebSearch: flag('Has no effect'),
    includeSubdomains: flag('Has no effect: subdomains are always included'),
    scrapeOptions: t.Optional(ScrapeOptions),
    webhook: t.Optional(Webhook),
    ...askerFields,
  },
  { description: 'The pages, and the schema to fill from all of them' },
)

/** The schema if the caller gives none: any object. */
const ANYTHING = { type: 'object', additionalProperties: true }
const SITE = /\/?\*$/
const DAY = 86_400_000

/** Splits the addresses of a request into pages and sites. Throws 400 for invalid ones. */
function pagesAndSites(given: readonly string[], overlooks: boolean) {
  const withoutMark = (url: string) => url.replace(SITE, '')
  const { valid, invalid } = sortAddresses(given, overlooks, (url) => isHttpUrl(withoutMark(url)))
  const urls = valid.filter((url) => !SITE.test(url))
  const sites = valid.filter((url) => SITE.test(url)).map(withoutMark)
  return { urls, sites, invalidURLs: invalid.length > 0 ? invalid : undefined }
}

/** Extracts one object from many pages, as a job. */
export function extractRoutes(
  app: PluginApp,
  kit: Kit<FirecrawlConfig>,
  { started, extraction, extractions }: FirecrawlState,
  api: Api,
) {
  app.post(
    '/extract',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const { prompt, systemPrompt, schema, webhook, scrapeOptions, urls: given = [] } = body
      const { urls, sites, invalidURLs } = pagesAndSites(given, body.ignoreInvalidURLs ?? api.version === 2)
      const said = new Warnings(warnings.splice(0))
      for (const option of ['allowExternalLinks', 'enableWebSearch'] as const)
        if (body[option]) said.ignore(option, 'the pages that are named are read')
      const { maxAge, ...rest } = scrapeOptions ?? {}
      if (Object.keys(rest).length > 0) said.ignore('scrapeOptions', 'of them maxAge counts here')
      const shape = { version: api.version, fields: [], json: undefined, stealth: false }
      const kept = { account: account.id, kind: 'extract' as const, url: given[0]!, options: shownOptions(body) }
      const job = await extractions.start(
        {
          urls,
          sites,
          schema: schema ?? ANYTHING,
          prompt,
          systemPrompt,
          ...(maxAge !== undefined && { maxAge: maxAge / DAY }),
        },
        {
          account,
          idempotency,
          webhook: jobWebhook(webhook),
          also: (tx, id) => started.begin(tx, id, { ...kept, shape, warnings: said.all, webhook }),
        },
      )
      const id = toWireId(job.id)
      return {
        success: true as const,
        id,
        url: `${originOf(kit, request)}${api.path}/extract/${id}`,
        ...(invalidURLs && { invalidURLs }),
        ...Warnings.field(said.all),
      }
    },
    {
      access: { permission: 'extract', limit: 'extract', keyHeader: KEY_HEADER },
      body: ExtractRequest,
      response: { 200: JobStarted },
      transform: normaliseBody,
      async beforeHandle({ body: { urls, schema, webhook, ignoreInvalidURLs }, caller: { account } }) {
        if (!urls?.length)
          throw new ApiError('not_configured', 'This server does not look for pages itself: name them in urls', {
            parameter: 'urls',
          })
        pagesAndSites(urls, ignoreInvalidURLs ?? api.version === 2)
        if (schema) extraction.readSchema(schema)
        else if (!(await extraction.hasModel()))
          throw new ApiError(
            'not_configured',
            'Without a schema a language model is needed, which this server has not: set WEIR_LLM_URL, or send a schema',
            { setting: 'WEIR_LLM_URL', parameter: 'schema' },
          )
        await checkWebhook(kit, webhook, account.id)
      },
      detail: {
        ...described(api, 'StartExtract', {
          summary: 'Extract from pages',
          description: 'Starts a background job that fills one object from all pages together.',
        }),
        'x-failures': {
          400: { ...schemaFailures, invalid_urls: 'Some entries of `urls` are not URLs' },
          ...unsupported,
        },
        'x-examples': {
          'A page by its headline': {
            urls: ['https://example.com/'],
            schema: { type: 'object', properties: { title: { type: 'string' } } },
          },
        },
      },
    },
  )

  return app.get(
    '/extract/:jobId',
    async ({ params: { jobId: id }, caller: { account } }) => {
      const { record, warnings, options } = await started.get(account.id, id, ['extract'])
      const [entry] = await kit.jobs.results(account.id, record.id, { limit: 1 })
      const result = entry && (JSON.parse(entry.json) as TogetherResult)
      const failures = (result?.failures ?? []).map(({ url, message }) => `${url} was left out: ${message}`)
      const showsSources = (options as { showSources?: boolean }).showSources
      return {
        success: record.status !== 'failed',
        status: statusOf(record, 'processing'),
        ...(result && { data: result.data }),
        ...(result && showsSources && { sources: sourcesOf(result) }),
        ...(record.error && { error: messageOf(record.error) }),
        ...Warnings.field([...warnings, ...failures, ...(result?.warnings ?? [])]),
        expiresAt: expiryOf(record),
        creditsUsed: creditsOf(record),
        tokensUsed: 0,
      }
    },
    {
      access: unlimited,
      params: JobParams,
      response: { 200: ExtractStatus },
      detail: described(api, 'GetExtract', { summary: 'Get an extraction' }),
    },
  )
}

/** The sources of each field: all pages, as it may come from any of them. */
function sourcesOf({ data, sources }: TogetherResult): Record<string, string[]> {
  const fields = isObject(data) ? Object.keys(data) : ['data']
  return Object.fromEntries(fields.map((field) => [field, sources]))
}
