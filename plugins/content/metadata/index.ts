import type { PageMetadata } from 'weirjs/schemas'
import type { Tree } from '../tree/index.ts'
import { readArticle } from './article.ts'
import { readAuthor } from './author/index.ts'
import { readDates } from './date/index.ts'
import { readHeadline, textOfTitle } from './headline/index.ts'
import { findHeadlineLine } from './headline/line.ts'
import { readLanguage } from './language.ts'
import { readCanonical, readFavicon, readFeeds } from './links.ts'
import { readOpenGraph, readOpenGraphRecord, readSocial } from './open-graph.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { measureQuality } from './page-quality.ts'
import { declaredProse, declaredText } from './text/declared-text.ts'

export { emptyMetadata } from './empty.ts'

/** What metadata needs of a response, apart from the page's tree. */
export interface MetadataContext {
  /** The URL after redirects. */
  url: URL
  headers: Headers
  /** The number of characters of the markup, for the share of text in it. */
  markupLength: number
  /** In epoch milliseconds; later dates are not dates of publication. */
  now?: number
}

/**
 * Reads what a page says of itself, and measures its content. Visits each node once, and does not read the source.
 * Values that the page does not give are null.
 */
export function readMetadata(
  tree: Tree,
  { url, headers, markupLength, now = Date.now() }: MetadataContext,
): PageMetadata {
  const page = readPageFacts(tree, url)
  const { meta, survey } = page
  const language = readLanguage(page, headers)
  const headline = readHeadline(page)
  const headlineLine = findHeadlineLine(page, headline)
  const author = readAuthor(page, headlineLine)
  const { date, published } = readDates(page, headlineLine, now)
  const article = readArticle(page, { author, published })
  const quality = measureQuality(page, { language, markupLength, article })
  return {
    title: (survey.title && textOfTitle(survey.title)) ?? meta('og:title', 'twitter:title') ?? headline,
    headline,
    description: readDescription(page),
    language,
    keywords: joined(page, 'keywords') ?? joined(page, 'news_keywords'),
    robots: readRobots(page, headers),
    canonical: readCanonical(page, headers),
    author,
    date,
    publisher: readPublisher(page),
    favicon: readFavicon(page),
    feeds: readFeeds(page),
    og: readOpenGraph(page),
    social: readSocial(page),
    article,
    structuredData: {
      jsonLd: page.jsonLd,
      microdata: page.microdata,
      rdfa: page.rdfa,
      openGraph: readOpenGraphRecord(page),
      schemaTypes: page.things.schemaTypes(),
    },
    contentQuality: quality,
    wordCount: quality.wordCount,
    characterCount: quality.characterCount,
    linksCount: quality.linkCount,
    imagesCount: quality.imageCount,
  }
}

const joined = ({ metas }: PageFacts, name: string) => metas(name).join(', ') || null

function readDescription({ meta, things }: PageFacts): string | null {
  const declared =
    meta('description', 'og:description', 'twitter:description', 'dc.description', 'dcterms.description') ??
    things.first(['description'], /(?:Article|Posting|Page|Product|Recipe|Event)$/)
  return (declared && declaredProse(declaredText(declared))) || null
}

/** The rules for robots from the page and from its server. */
function readRobots(page: PageFacts, headers: Headers): string | null {
  const rules = [...(page.survey.metas.get('robots') ?? []), headers.get('x-robots-tag') ?? ''].filter(Boolean)
  return rules.length === 0 ? null : [...new Set(rules)].join(', ')
}

/** URLs of profiles, which `article:publisher` is by definition, and account numbers are not names. */
const NO_NAME = /^(?:https?:|\d+$)/i

function readPublisher({ meta, things }: PageFacts): string | null {
  const names = ['publisher', 'dc.publisher', 'dcterms.publisher', 'citation_publisher', 'article:publisher']
  for (const name of names) {
    const declared = meta(name)
    if (declared !== null && !NO_NAME.test(declared)) return declared
  }
  for (const thing of things.all) {
    const named = things.text(thing, 'publisher')
    if (named !== null && !NO_NAME.test(named)) return declaredText(named)
  }
  return null
}
