import { type Kit, MAX_URL, type PluginApp, t } from 'weirjs'
import { optionFailures, urlFailures } from '../../scrape/service.ts'
import { toWireId } from '../jobs/ids.ts'
import { readPages } from '../page/read-page.ts'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import { pageFields, Webhook } from '../schema/page-fields.ts'
import { JobStarted } from '../schema/replies.ts'
import { checkWebhook, jobWebhook } from '../webhooks/check.ts'
import { described, type FirecrawlState, KEY_HEADER, normaliseBody, originOf, unsupported } from './route.ts'
import { shownOptions } from './shown-options.ts'
import { sortAddresses } from './sort-addresses.ts'

const BatchRequest = t.Object(
  {
    urls: t.Array(t.String({ maxLength: MAX_URL }), {
      minItems: 1,
      examples: [['https://example.com/', 'https://example.org/']],
    }),
    ignoreInvalidURLs: t.Optional(
      t.Boolean({
        description: 'Ignores and lists entries that are not URLs; otherwise they are refused. Default true',
      }),
    ),
    maxConcurrency: t.Optional(t.Integer({ minimum: 1, description: 'Number of pages at once, at most 10' })),
    webhook: t.Optional(Webhook),
    ...pageFields,
  },
  { description: 'The pages to scrape and how to convert them' },
)

/** The most pages that a batch may scrape at the same time. */
const MAX_AT_ONCE = 10

/** Scrapes many pages, as a job. */
export function batchRoute(app: PluginApp, kit: Kit, { started, scrapes }: FirecrawlState, api: Api) {
  return app.post(
    '/batch/scrape',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const { body: page, shape, warnings: read } = readPages(body, api)
      const overlooks = body.ignoreInvalidURLs ?? api.version === 2
      const { valid: urls, invalid: invalidURLs } = sortAddresses(body.urls, overlooks)
      const { maxConcurrency, webhook } = body
      if ((maxConcurrency ?? 0) > MAX_AT_ONCE) read.add(`maxConcurrency is ${MAX_AT_ONCE} at most`)
      const said = [...warnings.splice(0), ...read.all]
      const row = { account: account.id, kind: 'batch' as const, url: urls[0]!, options: shownOptions(body) }
      const job = await scrapes.many(urls, page, {
        account,
        idempotency,
        concurrency: Math.min(maxConcurrency ?? MAX_AT_ONCE, MAX_AT_ONCE),
        webhook: jobWebhook(webhook),
        also: (tx, id) => started.begin(tx, id, { ...row, shape, warnings: said, webhook }),
      })
      const id = toWireId(job.id)
      return {
        success: true as const,
        id,
        url: `${originOf(kit, request)}${api.path}/batch/scrape/${id}`,
        ...(overlooks && { invalidURLs }),
        ...Warnings.field(said),
      }
    },
    {
      access: { permission: 'scrape', limit: 'general', keyHeader: KEY_HEADER },
      body: BatchRequest,
      response: { 200: JobStarted },
      transform: normaliseBody,
      async beforeHandle({ body, caller: { account } }) {
        const { valid } = sortAddresses(body.urls, body.ignoreInvalidURLs ?? api.version === 2)
        scrapes.checkMany(valid, readPages(body, api).body, account)
        await checkWebhook(kit, body.webhook, account.id)
      },
      detail: {
        ...described(api, 'StartBatch', {
          summary: 'Scrape many pages',
          description: 'Starts a background job, with as many pages as the plan allows.',
        }),
        'x-failures': { 400: { ...optionFailures, ...urlFailures }, ...unsupported },
        'x-examples': {
          'Two pages as markdown': { urls: ['https://example.com/', 'https://example.org/'], formats: ['markdown'] },
        },
      },
    },
  )
}
