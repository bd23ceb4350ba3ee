import { absoluteUrl } from '../metadata/absolute-url.ts'
import { isoTime } from '../metadata/time.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from './xml-tree.ts'

/** One entry of a feed. A missing value is null. */
export interface FeedItem {
  title: string | null
  /** Absolute. */
  url: string | null
  id: string | null
  /** ISO 8601; as the feed gives it where it is no date that can be read. */
  published: string | null
  updated: string | null
  author: string | null
  /** HTML or plain text, as the feed gives it. */
  summary: string | null
  /** HTML. */
  content: string | null
  categories: string[]
  /** Attached media. */
  enclosures: { url: string; type: string | null; length: number | null }[]
}

/** A feed of any kind: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed. */
export interface Feed {
  type: 'rss' | 'atom' | 'rdf' | 'json'
  title: string | null
  description: string | null
  /** The page whose feed it is. Absolute. */
  url: string | null
  language: string | null
  author: string | null
  updated: string | null
  image: string | null
  items: FeedItem[]
}

const clean = (text: string | undefined | null): string | null => text?.replaceAll(/\s+/g, ' ').trim() || null
const textOf = (parent: XmlElement, ...names: string[]): string | null => {
  for (const name of names) {
    for (const child of childrenOf(parent, name)) {
      const text = clean(xmlText(child))
      if (text) return text
    }
  }
  return null
}

/** Text in which white space counts, such as HTML. */
const rawTextOf = (parent: XmlElement, ...names: string[]): string | null => {
  const element = childOf(parent, ...names)
  return (element && xmlText(element).trim()) || null
}
const timeOf = (parent: XmlElement, ...names: string[]): string | null => {
  const text = textOf(parent, ...names)
  return text && (isoTime(text) ?? text)
}
const wholeNumber = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)

/** Atom text is escaped HTML, plain text, or XHTML in place. */
function atomText(parent: XmlElement, name: string): string | null {
  const element = childOf(parent, name)
  if (!element) return null
  if (element.attributes.type !== 'xhtml') return xmlText(element).trim() || null
  const inner = elementsOf(element)[0] ?? element
  return inner.children.map(markupOf).join('').trim() || null
}

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function markupOf(node: XmlElement | string): string {
  if (typeof node === 'string') return escapeMarkup(node)
  const name = node.name.replace(/^\w+:/, '')
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
  return node.children.length === 0
    ? `<${name}${attributes.join('')}/>`
    : `<${name}${attributes.join('')}>${node.children.map(markupOf).join('')}</${name}>`
}

function atomLink(parent: XmlElement, base: string, rel = 'alternate'): string | null {
  const link = childrenOf(parent, 'link').find((each) => (each.attributes.rel ?? 'alternate') === rel)
  return absoluteUrl(link?.attributes.href, base)
}

const enclosure = (base: string, url: string | undefined, type: string | undefined, length: string | undefined) => {
  const absolute = absoluteUrl(url, base)
  return absolute ? [{ url: absolute, type: type ?? null, length: wholeNumber(length) }] : []
}

function rssItem(item: XmlElement, base: string): FeedItem {
  const guid = childOf(item, 'guid')
  const id = guid ? clean(xmlText(guid)) : (item.attributes['rdf:about'] ?? null)
  const permalink = guid && guid.attributes.isPermaLink !== 'false' && /^https?:/.test(id ?? '') ? id : null
  return {
    title: textOf(item, 'title', 'dc:title', 'media:title'),
    url: absoluteUrl(textOf(item, 'link', 'feedburner:origLink') ?? permalink, base) ?? atomLinkOf(item, base),
    id,
    published: timeOf(item, 'pubDate', 'dc:date', 'dcterms:created', 'atom:published'),
    updated: timeOf(item, 'dcterms:modified', 'atom:updated'),
    author: textOf(item, 'dc:creator', 'itunes:author', 'author'),
    summary: rawTextOf(item, 'description', 'itunes:summary'),
    content: rawTextOf(item, 'content:encoded', 'xhtml:body'),
    categories: childrenOf(item, 'category').flatMap((each) => clean(xmlText(each)) ?? []),
    enclosures: [...childrenOf(item, 'enclosure'), ...childrenOf(item, 'media:content')].flatMap(({ attributes }) =>
      enclosure(base, attributes.url, attributes.type, attributes.length ?? attributes.fileSize),
    ),
  }
}

const atomLinkOf = (item: XmlElement, base: string) =>
  absoluteUrl(childrenOf(item, 'atom:link').find(({ attributes }) => attributes.rel !== 'self')?.attributes.href, base)

function readRss(root: XmlElement, base: string, type: 'rss' | 'rdf'): Feed | undefined {
  const channel = childOf(root, 'channel')
  if (!channel) return undefined
  // RSS 1.0 puts its items beside the channel, not into it.
  const items = type === 'rdf' ? childrenOf(root, 'item') : childrenOf(channel, 'item')
  const image = childOf(channel, 'image') ?? childOf(root, 'image')
  return {
    type,
    title: textOf(channel, 'title'),
    description: textOf(channel, 'description', 'itunes:summary'),
    url: absoluteUrl(textOf(channel, 'link'), base),
    language: textOf(channel, 'language', 'dc:language'),
    author: textOf(channel, 'itunes:author', 'dc:creator', 'managingEditor'),
    updated: timeOf(channel, 'lastBuildDate', 'pubDate', 'dc:date'),
    image: absoluteUrl((image && textOf(image, 'url')) ?? childOf(channel, 'itunes:image')?.attributes.href, base),
    items: items.map((item) => rssItem(item, base)),
  }
}

const atomAuthor = (parent: XmlElement) => {
  const names = childrenOf(parent, 'author').flatMap((author) => textOf(author, 'name') ?? [])
  return names.join(', ') || null
}

function readAtom(root: XmlElement, base: string): Feed {
  return {
    type: 'atom',
    title: textOf(root, 'title'),
    description: textOf(root, 'subtitle', 'tagline'),
    url: atomLink(root, base),
    language: root.attributes['xml:lang'] ?? null,
    author: atomAuthor(root),
    updated: timeOf(root, 'updated', 'modified'),
    image: absoluteUrl(textOf(root, 'logo', 'icon'), base),
    items: childrenOf(root, 'entry').map((entry) => ({
      title: textOf(entry, 'title'),
      url: atomLink(entry, base),
      id: textOf(entry, 'id'),
      published: timeOf(entry, 'published', 'issued', 'created'),
      updated: timeOf(entry, 'updated', 'modified'),
      author: atomAuthor(entry),
      summary: atomText(entry, 'summary') ?? mediaDescription(entry),
      content: atomText(entry, 'content'),
      categories: childrenOf(entry, 'category').flatMap(({ attributes }) => attributes.label ?? attributes.term ?? []),
      enclosures: childrenOf(entry, 'link')
        .filter(({ attributes }) => attributes.rel === 'enclosure')
        .flatMap(({ attributes }) => enclosure(base, attributes.href, attributes.type, attributes.length)),
    })),
  }
}

/** Video sites describe an entry in Media RSS alone. */
const mediaDescription = (entry: XmlElement) => {
  const group = childOf(entry, 'media:group') ?? entry
  return rawTextOf(group, 'media:description')
}

/** The feed that an XML document is, if it is one. Addresses in it are made absolute against `base`. */
export function readFeed(root: XmlElement, base: string): Feed | undefined {
  const name = root.name.toLowerCase()
  if (name === 'rss') return readRss(root, base, 'rss')
  if (name === 'rdf:rdf') return readRss(root, base, 'rdf')
  if (name === 'feed' || name === 'atom:feed') return readAtom(root, root.attributes['xml:base'] ?? base)
  return undefined
}
