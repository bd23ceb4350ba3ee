import { type EngineContext, type FetchedPage, followable, forbidsFollowing, isApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content } from '../../content/service.ts'

/** The parts of a page that matter for a map. */
export interface MappedPage {
  /** Whether it is XML, which may be a sitemap or a feed, although the server calls it HTML. */
  isXml: boolean
  title: string | null
  description: string | null
  /** The canonical URL, if the page names one that can be visited. */
  canonical: URL | undefined
  /** Whether the page asks not to follow its links. */
  nofollow: boolean
  /** Absolute URLs of pages, one per line. */
  links: string
  /** Absolute URLs of sitemaps and feeds. */
  sitemaps: readonly string[]
}

/** The most characters of a title or description. */
const MAX_TEXT_LENGTH = 1000

/**
 * Reads an HTML page like a crawl does, so that both find the same links. `options` must ask for the links of pages.
 * Undefined if it cannot be read.
 */
export async function readPage(
  { url, headers, body }: FetchedPage,
  { convert }: Pick<Content, 'convert'>,
  options: ContentOptions,
  context: EngineContext,
): Promise<MappedPage | undefined> {
  try {
    const { metadata, parserName, pageLinks } = await convert({ url, headers, body }, options, context)
    const { title, description, canonical, robots } = metadata
    return {
      isXml: parserName === 'xml' || parserName === 'feed',
      title: short(title),
      description: short(description),
      canonical: canonical ? followable(canonical) : undefined,
      nofollow: forbidsFollowing(robots ?? ''),
      links: pageLinks?.pages ?? '',
      sitemaps: pageLinks?.sitemaps ?? [],
    }
  } catch (error) {
    // The server calls it HTML, but it is a document that has no reader, or is broken.
    if (isApiError(error) && error.code === 'scraping_failed') return undefined
    throw error
  }
}

const short = (text: string | null) => text?.slice(0, MAX_TEXT_LENGTH).toWellFormed() ?? null
