import type { AtomFeed } from 'feedsmith'
import type { Addresses } from './addresses.ts'
import type { Feed, FeedItem } from './model.ts'
import { enclosureOf, htmlOfText, lineOf, lineOfHtml, namesOf, timeOf, trimmedOf } from './values.ts'

/** Converts an Atom feed, 0.3 or 1.0. Source: RFC 4287. */
export function feedOfAtom(feed: AtomFeed.Feed<string>, ofFile: Addresses): Feed {
  const addresses = ofFile.within(feed.xml?.base)
  return {
    type: 'atom',
    title: plainOf(feed.title),
    description: plainOf(feed.subtitle),
    url: linkOf(feed.links, addresses),
    language: feed.xml?.lang ?? null,
    author: namesOf(feed.authors),
    updated: timeOf(feed.updated),
    image: addresses.of(feed.logo ?? feed.icon),
    items: (feed.entries ?? []).map((entry) => itemOf(entry, addresses)),
  }
}

function itemOf(entry: AtomFeed.Entry<string>, ofFeed: Addresses): FeedItem {
  const addresses = ofFeed.within(entry.xml?.base)
  const { media } = entry
  // Video sites describe entries only in Media RSS.
  const described = media?.groups?.[0]?.description ?? media?.description
  return {
    title: plainOf(entry.title),
    url: linkOf(entry.links, addresses),
    id: lineOf(entry.id),
    published: timeOf(entry.published),
    updated: timeOf(entry.updated),
    author: namesOf(entry.authors),
    summary: htmlOf(entry.summary) ?? htmlOf(described),
    content: htmlOf(entry.content),
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
    enclosures: (entry.links ?? [])
      .filter(({ rel }) => rel === 'enclosure')
      .flatMap(({ href, type, length }) => enclosureOf(addresses, { url: href, type, length })),
  }
}

const linkOf = (links: readonly { href?: string; rel?: string }[] | undefined, addresses: Addresses): string | null =>
  addresses.of(links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href)

type Text = { value?: string; type?: string } | undefined

/** `html` and `xhtml`, or their media types in Atom 0.3. */
const isHtml = (type: string): boolean => /^(?:x?html|text\/html|application\/xhtml\+xml)$/i.test(type)

/** A text construct without a type is plain text. */
const isText = (type: string): boolean => type === '' || type === 'text' || /^text\//i.test(type)

/** A text construct on one line, without markup. */
function plainOf(text: Text): string | null {
  const { value = '', type = '' } = text ?? {}
  return isHtml(type) ? lineOfHtml(value) : lineOf(value)
}

/** A text construct as HTML; null for what is not text, such as a picture in Base64. */
function htmlOf(text: Text): string | null {
  const { value = '', type = '' } = text ?? {}
  if (isHtml(type)) return trimmedOf(value)
  return isText(type) || type === 'plain' ? trimmedOf(htmlOfText(value)) : null
}
