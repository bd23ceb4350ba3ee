import { type ElementLink, headerLinks, jsonLdLinks, linkOf } from 'weirjs'
import type { PageLinks, PageMetadata } from 'weirjs/schemas'
import { attr, ELEMENT, resolver, type Tree } from './tree/index.ts'

/**
 * Where a page leads those who go on from it, whatever of it is shown: the http and https addresses of pages, and of sitemaps
 * and feeds, absolute, each once. Frames of other origins are no links.
 */
export function readPageLinks(
  tree: Tree,
  base: URL,
  { headers, metadata }: { headers: Headers; metadata: PageMetadata },
): PageLinks {
  const pages = new Set<string>()
  const sitemaps = new Set<string>()
  const absolute = resolver(base)
  const add = ({ kind, href }: ElementLink) => {
    const address = absolute(href)
    if (address === null || (kind === 'frame' && URL.parse(address)?.origin !== base.origin)) return
    if (kind === 'sitemap') sitemaps.add(address)
    else pages.add(address)
  }
  for (const node of tree.nodes) {
    const link = node.kind === ELEMENT && linkOf(node.name, (name) => attr(node, name))
    if (link) add(link)
  }
  for (const link of headerLinks(headers.get('link'))) add(link)
  for (const href of jsonLdLinks(metadata.structuredData.jsonLd)) add({ kind: 'page', href })
  return { pages: [...pages], sitemaps: [...sitemaps] }
}
