import type { PageLinks, PageMetadata } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import { attr, resolver, type Tree } from '../tree/index.ts'
import { Addresses } from './addresses.ts'
import { type ElementLink, headerLinks, linkOf } from './element-link.ts'
import { hasHole } from './hole.ts'
import { jsonLdLinks } from './json-ld-links.ts'

/**
 * The absolute http and https URLs of the pages, sitemaps and feeds to which a page links, each once, whatever part
 * of the page is shown: for crawls. Frames of other origins are not links.
 */
export function readPageLinks(
  tree: Tree,
  base: URL,
  { headers, metadata, budget }: { headers: Headers; metadata: PageMetadata; budget: Budget },
): PageLinks {
  const pages = new Addresses(budget)
  const sitemaps = new Addresses(budget)
  const absolute = resolver(base)
  const add = ({ kind, href }: ElementLink) => {
    const address = hasHole(href) ? null : absolute(href)
    if (address === null || (kind === 'frame' && URL.parse(address)?.origin !== base.origin)) return
    if (kind === 'sitemap') sitemaps.add(address)
    else pages.add(address)
  }
  for (const element of tree.leading) {
    if (pages.isFull || sitemaps.isFull) break
    const link = linkOf(element.name, (name) => attr(element, name))
    if (link) add(link)
  }
  for (const link of headerLinks(headers.get('link'))) add(link)
  for (const href of jsonLdLinks(metadata.structuredData.jsonLd)) add({ kind: 'page', href })
  return { pages: pages.all.join('\n'), sitemaps: sitemaps.all }
}
