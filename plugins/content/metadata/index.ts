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

/** What of a page's answer its metadata needs beside its tree. */
export interface MetadataContext {
  /** After redirects. */
  url: URL
  headers: Headers
  /** Characters of the markup, which the share of the text is measured against. */
  markupLength: number
  /** Epoch ms; dates after it are not taken for one of publication. */
  now?: number
}

/**
 * What a page says of itself and how its content is made. One pass over its nodes, and none over its source. A value
 * that the page does not give is null.
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
  return declared && declaredProse(declaredText(declared))
}

/** What the page forbids robots, and what its server does. */
function readRobots(page: PageFacts, headers: Headers): string | null {
  const rules = [...(page.survey.metas.get('robots') ?? []), headers.get('x-robots-tag') ?? ''].filter(Boolean)
  return rules.length === 0 ? null : [...new Set(rules)].join(', ')
}

/** Addresses of profiles and the numbers of accounts, which `article:publisher` is by its definition, are no name. */
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
