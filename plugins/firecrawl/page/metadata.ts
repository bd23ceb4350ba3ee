import type { Document } from '../schema/replies.ts'

/** The fields of Weir's metadata, flattened, with the names that clients read. */
const names: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  language: 'language',
  keywords: 'keywords',
  robots: 'robots',
  favicon: 'favicon',
  author: 'author',
  publisher: 'publisher',
  canonical: 'canonical',
  contentType: 'contentType',
  'og.title': 'ogTitle',
  'og.description': 'ogDescription',
  'og.url': 'ogUrl',
  'og.image': 'ogImage',
  'og.audio': 'ogAudio',
  'og.video': 'ogVideo',
  'og.locale': 'ogLocale',
  'og.siteName': 'ogSiteName',
  'article.publishedTime': 'publishedTime',
  'article.modifiedTime': 'modifiedTime',
  'article.section': 'articleSection',
  pageCount: 'numPages',
}

export interface PageMetadata extends Record<string, unknown> {
  url: string
  statusCode: number
  creditsUsed: number
}

/** Facts about the request for a page. */
export interface RequestFacts {
  /** The requested URL. */
  url: string
  scrapeId: string
  stealth: boolean
}

/** The metadata of a document, without fields that the page lacks. */
export function toMetadata(page: PageMetadata, { url, scrapeId, stealth }: RequestFacts): Document['metadata'] {
  const said = Object.entries(names).flatMap(([path, name]) => {
    const value = at(page, path)
    return value === null || value === undefined || value === '' ? [] : [[name, value]]
  })
  const { cached, cachedAt } = page
  return {
    ...Object.fromEntries(said),
    sourceURL: url,
    url: page.url,
    statusCode: page.statusCode,
    scrapeId,
    proxyUsed: stealth ? ('stealth' as const) : ('basic' as const),
    cacheState: cached ? ('hit' as const) : ('miss' as const),
    ...(cached === true && { cachedAt }),
    // Clients accept only whole credits.
    creditsUsed: Math.ceil(page.creditsUsed),
    ...(page.statusCode >= 400 && { error: `The page answered with status ${page.statusCode}` }),
  }
}

const at = (page: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], page)
