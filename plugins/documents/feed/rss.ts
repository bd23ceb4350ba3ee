import type { RdfFeed, RssFeed } from 'feedsmith'
import { absoluteUrl } from '../../content/toolkit.ts'
import type { Feed, FeedItem } from './model.ts'
import { enclosureOf, lineOf, lineOfDescription, lineOfEither, timeOf, trimmedOf } from './values.ts'

type RssItem = RssFeed.Item<string>

/** Converts RSS 0.9x and 2.0. */
export function feedOfRss(feed: RssFeed.Feed<string>, base: string): Feed {
  const { dc, itunes, managingEditor } = feed
  return {
    type: 'rss',
    title: lineOfEither(feed.title),
    description: lineOfDescription(feed.description ?? itunes?.summary),
    url: absoluteUrl(feed.link, base),
    language: lineOf(feed.language ?? dc?.languages?.[0]),
    author: lineOfEither(itunes?.author ?? dc?.creators?.[0] ?? managingEditor?.name ?? managingEditor?.email),
    updated: timeOf(feed.lastBuildDate ?? feed.pubDate ?? dc?.dates?.[0]),
    image: absoluteUrl(feed.image?.url ?? itunes?.image, base),
    items: (feed.items ?? []).map((item) => itemOf(item, base)),
  }
}

/** Converts RSS 1.0, in which the items are siblings of the channel. */
export function feedOfRdf(feed: RdfFeed.Feed<string>, base: string): Feed {
  const { dc } = feed
  return {
    type: 'rdf',
    title: lineOfEither(feed.title),
    description: lineOfDescription(feed.description),
    url: absoluteUrl(feed.link, base),
    language: lineOf(dc?.languages?.[0]),
    author: lineOfEither(dc?.creators?.[0]),
    updated: timeOf(dc?.dates?.[0]),
    image: absoluteUrl(feed.image?.url, base),
    items: (feed.items ?? []).map(({ rdf, ...item }) => ({ ...itemOf(item, base), id: lineOf(rdf?.about) })),
  }
}

function itemOf(item: RssItem, base: string): FeedItem {
  const { atom, dc, dcterms, guid, itunes, media } = item
  const [author] = item.authors ?? []
  return {
    title: lineOfEither(item.title ?? dc?.titles?.[0] ?? media?.title?.value ?? itunes?.title),
    url: urlOf(item, base),
    id: lineOf(guid?.value),
    published: timeOf(item.pubDate ?? dc?.dates?.[0] ?? dcterms?.created?.[0] ?? atom?.published),
    updated: timeOf(dcterms?.modified?.[0] ?? atom?.updated),
    author: lineOfEither(dc?.creators?.join(', ') ?? itunes?.author ?? author?.name ?? author?.email),
    summary: trimmedOf(item.description ?? itunes?.summary),
    content: trimmedOf(item.content?.encoded),
    categories: (item.categories ?? []).flatMap(({ name }) => lineOfEither(name) ?? []),
    enclosures: [
      ...(item.enclosures ?? []),
      ...(media?.contents ?? []).map(({ fileSize, ...content }) => ({ ...content, length: fileSize })),
    ].flatMap((each) => enclosureOf(base, each)),
  }
}

/** The link of an item, or else its guid, unless that is declared to be no link, or else an Atom link. */
const urlOf = ({ link, guid, atom }: RssItem, base: string): string | null => {
  const permalink = guid?.isPermaLink === false || !/^https?:/i.test(guid?.value ?? '') ? undefined : guid?.value
  const atomLink = atom?.links?.find(({ rel }) => rel !== 'self')?.href
  return absoluteUrl(link, base) ?? absoluteUrl(permalink, base) ?? absoluteUrl(atomLink, base)
}
