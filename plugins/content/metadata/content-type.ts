import type { PageMetadata } from 'weirjs/schemas'
import type { PageFacts } from './page-facts.ts'

type ContentType = PageMetadata['contentQuality']['contentType']

interface Evidence {
  words: number
  /** The share of the text in links, 0 to 1. */
  linkedShare: number
  article: PageMetadata['article']
}

const DOCUMENTATION_TOOL =
  /docusaurus|sphinx|mkdocs|gitbook|vitepress|vuepress|mdbook|antora|doxygen|javadoc|readme\.io|starlight/i
const DOCUMENTATION_ADDRESS = /(?:^|[./])(?:docs?|documentation|reference|manual|developers?|api|javadoc)[./]/i

/**
 * The kind of a page, by the first evidence that applies: its structured data and Open Graph type, then the tool that
 * generated it and its URL, then its content. `page` is the kind without evidence.
 */
export function guessContentType(page: PageFacts, { words, linkedShare, article }: Evidence): ContentType {
  const { things, url, meta, survey } = page
  const type = meta('og:type')?.toLowerCase() ?? ''
  const { count } = survey

  const isArticle = things.has(/Article$|Posting$|^Report$|^Recipe$|^HowTo$/) || type === 'article'

  if (page.forum) return 'forum'
  if (type.startsWith('product') || type === 'og:product') return 'product'
  if (things.has(/^(?:TechArticle|APIReference)$/) || DOCUMENTATION_TOOL.test(meta('generator') ?? ''))
    return 'documentation'
  // Articles have videos too; it is an article if there is more text than a description.
  if (
    (/^(?:video|music)\b/.test(type) || things.has(/^(?:VideoObject|MusicRecording|PodcastEpisode|Movie)$/)) &&
    words < 400
  )
    return 'media'
  if (isArticle) return 'article'
  if (things.has(/^(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)$/)) return 'listing'
  if (things.has(/^Product(?:Group|Model)?$/)) return 'product'
  if (DOCUMENTATION_ADDRESS.test(url.hostname + url.pathname) && count('pre', 'code') >= 2) return 'documentation'
  if (count('td') > 60 && count('td') > 10 * count('p')) return 'data'
  if (linkedShare > 0.6 && survey.linkCount >= 40) return 'listing'
  if (count('video', 'audio') > 0 && words < 200) return 'media'
  if (article.publishedTime !== null && words >= 150 && linkedShare < 0.5) return 'article'
  return 'page'
}
