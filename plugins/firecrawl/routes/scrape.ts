import { type ApiError, isApiError, type Kit, type PluginApp, t } from 'weirjs'
import { optionFailures, type PageOptions } from '../../scrape/service.ts'
import { toDocument, type WeirPage } from '../page/document.ts'
import { type ReadPage, readPage } from '../page/read-page.ts'
import type { Api } from '../page/shape.ts'
import { pageFields, url } from '../schema/page-fields.ts'
import { DocumentReply } from '../schema/replies.ts'
import { described, type FirecrawlState, KEY_HEADER, normaliseBody, originOf, unsupported } from './route.ts'

const ScrapeRequest = t.Object({ url, ...pageFields }, { description: 'The page to scrape and how to convert it' })

/** Scrapes one page. */
export function scrapeRoute(app: PluginApp, kit: Kit, { scrapes }: FirecrawlState, api: Api) {
  /** Options that the checks parsed, for the handler. */
  const pages = new WeakMap<Request, ReadPage & { options: PageOptions }>()

  return app.post(
    '/scrape',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const page = pages.get(request) as ReadPage & { options: PageOptions }
      const { shape } = page
      const address = new URL(body.url)
      const by = { account, signal: request.signal, idempotency }
      const get = (options: PageOptions) => scrapes.one(address, options, by)
      const got = await get(page.options).catch((error: unknown) => {
        if (body.proxy !== 'auto' || !isBlocked(error)) throw error
        shape.stealth = true
        return get(scrapes.read({ ...page.body, stealth: true }))
      })
      const source = { url: body.url, scrapeId: crypto.randomUUID(), shape, origin: originOf(kit, request) }
      const said = [...warnings.splice(0), ...page.warnings.all, ...got.warnings]
      return { success: true as const, data: toDocument(got.data as unknown as WeirPage, source, said) }
    },
    {
      access: { permission: 'scrape', limit: 'general', keyHeader: KEY_HEADER },
      body: ScrapeRequest,
      response: { 200: DocumentReply },
      transform: normaliseBody,
      beforeHandle({ body, request }) {
        const page = readPage(body, api)
        pages.set(request, { ...page, options: scrapes.read(page.body) })
      },
      detail: {
        ...described(api, 'Scrape', { summary: 'Scrape a page', description: 'Returns the page as a document.' }),
        'x-failures': {
          400: { ...optionFailures, invalid_url: 'The address cannot be reached' },
          404: { not_cached: 'The cache has no answer of that age' },
          408: { timeout: 'The page took longer than `timeout`' },
          500: { scraping_failed: 'The page cannot be fetched', extraction_failed: 'No data could be extracted' },
          ...unsupported,
        },
        'x-examples': { 'A page as markdown': { url: 'https://example.com/', formats: ['markdown', 'links'] } },
      },
    },
  )
}

const isBlocked = (error: unknown): error is ApiError => isApiError(error) && error.details.reason === 'blocked'
