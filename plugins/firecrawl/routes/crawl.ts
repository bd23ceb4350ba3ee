import { isApiError, type Kit, type PluginApp, type Tx, t } from 'weirjs'
import { optionFailures } from '../../scrape/service.ts'
import type { FirecrawlConfig } from '../config.ts'
import { readPrompt } from '../crawl/from-prompt.ts'
import { readCrawl } from '../crawl/read-crawl.ts'
import { withinBalance } from '../crawl/within-balance.ts'
import { withName } from '../errors.ts'
import { activeCrawls } from '../jobs/active-crawls.ts'
import { toWireId } from '../jobs/ids.ts'
import type { Api } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import { askerFields, ScrapeOptions, url } from '../schema/page-fields.ts'
import { ActiveCrawls, JobStarted } from '../schema/replies.ts'
import { CrawlRequest } from '../schema/site-fields.ts'
import { checkWebhook, jobWebhook } from '../webhooks/check.ts'
import { described, type FirecrawlState, KEY_HEADER, normaliseBody, originOf, unlimited, unsupported } from './route.ts'
import { shownOptions } from './shown-options.ts'

const PATHS: Readonly<Record<string, string>> = { includePatterns: 'includePaths', excludePatterns: 'excludePaths' }

/** The name of a parameter in this API, where those of pages are in a separate object. */
function nameOf(parameter: string): string {
  const [root = '', ...inner] = parameter.split('.')
  if (PATHS[root]) return [PATHS[root], ...inner].join('.')
  return root in ScrapeOptions.properties ? `scrapeOptions.${parameter}` : parameter
}

/** Crawls a site, as a job. */
export function crawlRoutes(app: PluginApp, kit: Kit<FirecrawlConfig>, state: FirecrawlState, api: Api) {
  const { started, crawls } = state

  app.post(
    '/crawl',
    async ({ body: asked, caller: { account }, request, idempotency, warnings }) => {
      const prompted = new Warnings()
      const wished = await readPrompt(asked, {
        kit,
        state,
        account,
        signal: request.signal,
        idempotency,
        warnings: prompted,
      })
      // The request's own options override those from the prompt.
      const body = { ...wished, ...asked }
      const most = crawls.mostPages(account)
      const { crawl, shape, warnings: read } = readCrawl(body, api, most)
      const start = (maxPages: number, said: readonly string[]) => {
        const row = { account: account.id, kind: 'crawl' as const, url: body.url, options: shownOptions(asked) }
        const by = {
          account,
          idempotency,
          webhook: jobWebhook(body.webhook),
          also: (tx: Tx, id: string) => started.begin(tx, id, { ...row, shape, warnings: said, webhook: body.webhook }),
        }
        return crawls.start({ ...crawl, maxPages }, by).catch(withName(nameOf))
      }
      const said = [...warnings.splice(0), ...prompted.all, ...read.all]
      const { made: job, warnings: bounded } = await withinBalance(
        crawl.maxPages,
        body.limit === undefined,
        (pages, why) => start(pages, [...said, ...why]),
      )
      const id = toWireId(job.id)
      const link = `${originOf(kit, request)}${api.path}/crawl/${id}`
      return { success: true as const, id, url: link, ...Warnings.field([...said, ...bounded]) }
    },
    {
      access: { permission: 'crawl', limit: 'crawl', keyHeader: KEY_HEADER },
      body: CrawlRequest,
      response: { 200: JobStarted },
      transform: normaliseBody,
      async beforeHandle({ body, caller: { account } }) {
        const { crawl } = readCrawl(body, api, crawls.mostPages(account))
        await crawls.check(crawl, account).catch(withName(nameOf))
        await checkWebhook(kit, body.webhook, account.id)
      },
      detail: {
        ...described(api, 'StartCrawl', {
          summary: 'Crawl a site',
          description:
            'Starts a background job. Without `limit`, it has as many pages as the plan and the credits of the account allow.',
        }),
        'x-failures': { 400: optionFailures, ...unsupported },
        'x-examples': {
          'Ten pages of a site': { url: 'https://example.com/', limit: 10, scrapeOptions: { formats: ['markdown'] } },
        },
      },
    },
  )

  app.get(
    '/crawl/active',
    async ({ caller: { account } }) => {
      const active = await activeCrawls(kit.jobs, account.id)
      const found = await Promise.all(active.map(({ id }) => started.get(account.id, id, ['crawl']).catch(unlessOther)))
      const list = found.filter((one) => one !== undefined)
      return {
        success: true as const,
        crawls: list.map(({ record, url, options }) => ({ id: toWireId(record.id), teamId: account.id, url, options })),
      }
    },
    {
      access: unlimited,
      response: { 200: ActiveCrawls },
      detail: described(api, 'GetActiveCrawls', { summary: 'List active crawls' }),
    },
  )

  if (api.version === 2)
    app.post(
      '/crawl/params-preview',
      async ({ body, caller: { account }, request, idempotency, warnings: unknown }) => {
        const warnings = new Warnings(unknown.splice(0))
        const about = { kit, state, account, signal: request.signal, idempotency, warnings, isDemanded: true }
        const data = { url: body.url, ...(await readPrompt(body, about)) }
        return { success: true as const, data, ...Warnings.field(warnings.all) }
      },
      {
        access: { permission: 'crawl', limit: 'general' },
        body: t.Object({
          url,
          prompt: t.String({ minLength: 1, maxLength: 3000, examples: ['The documentation'] }),
          ...askerFields,
        }),
        response: {
          200: t.Object({
            success: t.Literal(true),
            data: t.Record(t.String(), t.Unknown()),
            warning: t.Optional(t.String()),
          }),
        },
        transform: normaliseBody,
        detail: {
          ...described(api, 'PreviewCrawl', {
            summary: 'Preview a crawl',
            description: 'Returns the crawl options that a prompt describes, from the language model of this server.',
          }),
          'x-failures': unsupported,
          'x-examples': { 'A part of a site': { url: 'https://example.com/', prompt: 'Only the documentation' } },
        },
      },
    )
  return app
}

/** Crawls that another API started are not found by this one. */
function unlessOther(error: unknown): undefined {
  if (!isApiError(error) || error.status !== 404) throw error
}
