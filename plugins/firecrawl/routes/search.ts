import { type Kit, type PluginApp, t } from 'weirjs'
import { optionFailures } from '../../scrape/service.ts'
import type { ScrapedResult } from '../../search/service.ts'
import { messageOf, withName } from '../errors.ts'
import { toDocument, type WeirPage } from '../page/document.ts'
import type { Api, Shape } from '../page/shape.ts'
import { Warnings } from '../page/warnings.ts'
import { SearchHit } from '../schema/replies.ts'
import { readSearch, SearchRequest } from '../search/read-search.ts'
import { described, type FirecrawlState, normaliseBody, originOf, unsupported } from './route.ts'

const warning = t.Optional(t.String())
const replies = {
  1: t.Object({ success: t.Literal(true), data: t.Array(SearchHit), warning }),
  2: t.Object({
    success: t.Literal(true),
    id: t.String(),
    creditsUsed: t.Integer(),
    data: t.Object({
      web: t.Optional(t.Array(SearchHit)),
      news: t.Optional(t.Array(SearchHit)),
      images: t.Optional(t.Array(SearchHit)),
    }),
    warning,
  }),
}

const named = withName((parameter) => (parameter === 'language' ? 'lang' : parameter))

/** Searches. */
export function searchRoute(app: PluginApp, kit: Kit, { searches }: FirecrawlState, api: Api) {
  return app.post(
    '/search',
    async ({ body, caller: { account }, request, idempotency, warnings }) => {
      const said = new Warnings(warnings.splice(0))
      const { search, shape } = readSearch(body, api, said)
      const found = await searches.search(search, { account, signal: request.signal, idempotency })
      for (const sentence of found.warnings) said.add(sentence)
      if (found.metadata.provider === 'local')
        said.add('No web search is configured: only pages that this account has scraped were searched')
      const origin = originOf(kit, request)
      const hits = found.results.map((result) => {
        if (!('scrapeStatus' in result)) {
          const { link: url, title, snippet: description, position } = result
          return { url, title, description, position }
        }
        return showScraped(result, { shape, origin })
      })
      const warning = Warnings.field(said.all)
      if (api.version === 1) return { success: true as const, data: hits, ...warning } as never
      const creditsUsed = Math.ceil(found.creditsUsed)
      const shown = { web: hits, news: found.news?.map(showNews), images: found.images?.map(showImage) }
      const data = Object.fromEntries(search.sources.map((source) => [source, shown[source] ?? []]))
      return { success: true as const, id: crypto.randomUUID(), creditsUsed, data, ...warning } as never
    },
    {
      access: { permission: 'search', limit: 'general' },
      body: SearchRequest,
      response: { 200: replies[api.version] },
      transform: normaliseBody,
      beforeHandle({ body }) {
        try {
          searches.check(readSearch(body, api, new Warnings()).search)
        } catch (error) {
          named(error)
        }
      },
      detail: {
        ...described(api, 'Search', {
          summary: 'Search the web',
          description: 'Finds pages and, with `formats` in `scrapeOptions`, scrapes them.',
        }),
        'x-failures': {
          400: { ...optionFailures, invalid_query: '`query` is empty' },
          500: { search_failed: 'The search provider failed' },
          ...unsupported,
        },
        'x-examples': { 'Pages about a subject': { query: 'tea kettles', limit: 5 } },
      },
    },
  )
}

type Found = Awaited<ReturnType<FirecrawlState['searches']['search']>>

const showNews = ({ position, title, link: url, snippet, publishedAt: date }: NonNullable<Found['news']>[number]) => ({
  position,
  title,
  url,
  snippet,
  ...(date && { date }),
})

const showImage = (found: NonNullable<Found['images']>[number]) => {
  const { position, title, link: url, imageUrl, width: imageWidth, height: imageHeight } = found
  return { position, title, url, imageUrl, ...(imageWidth && { imageWidth }), ...(imageHeight && { imageHeight }) }
}

/** A scraped result is a document; clients read its URL from the metadata. */
function showScraped(result: ScrapedResult, { shape, origin }: { shape: Shape; origin: string }) {
  const { url, title, description, position, scrapeStatus, error } = result
  const head = { url, title, description, position }
  if (scrapeStatus === 'failed') {
    const failed = { sourceURL: url, url, statusCode: 0, creditsUsed: 0, error: error && messageOf(error) }
    return { ...head, metadata: failed }
  }
  const metadata: Record<string, unknown> = { url, ...result.metadata }
  const page = { ...result, metadata } as unknown as WeirPage
  return { ...head, ...toDocument(page, { url, scrapeId: crypto.randomUUID(), shape, origin }) }
}
