import type { RdfFeed, RssFeed } from 'feedsmith'
import type { Addresses } from './addresses.ts'
import type { Feed, FeedItem } from './model.ts'
import { enclosureOf, lineOf, lineOfDescription, lineOfEither, timeOf, trimmedOf } from './values.ts'

type RssItem = RssFeed.Item<string>

/** Converts RSS 0.9x and 2.0. */
export function feedOfRss(feed: RssFeed.Feed<string>, addresses: Addresses): Feed {
  const { dc, itunes, managingEditor } = feed
  return {
    type: 'rss',
    title: lineOfEither(feed.title),
    description: lineOfDescription(feed.description ?? itunes?.summary),
    url: addresses.of(feed.link),
    language: lineOf(feed.language ?? dc?.languages?.[0]),
    author: lineOfEither(itunes?.author ?? dc?.creators?.[0] ?? managingEditor?.name ?? managingEditor?.email),
    updated: timeOf(feed.lastBuildDate ?? feed.pubDate ?? dc?.dates?.[0]),
    image: addresses.of(feed.image?.url ?? itunes?.image),
    items: (feed.items ?? []).map((item) => itemOf(item, addresses)),
  }
}

/** Converts RSS 1.0, in which the items are siblings of the channel. */
export function feedOfRdf(feed: RdfFeed.Feed<string>, addresses: Addresses): Feed {
  const { dc } = feed
  return {
    type: 'rdf',
    title: lineOfEither(feed.title),
    description: lineOfDescription(feed.description),
    url: addresses.of(feed.link),
    language: lineOf(dc?.languages?.[0]),
    author: lineOfEither(dc?.creators?.[0]),
    updated: timeOf(dc?.dates?.[0]),
    image: addresses.of(feed.image?.url),
    items: (feed.items ?? []).map(({ rdf, ...item }) => ({ ...itemOf(item, addresses), id: lineOf(rdf?.about) })),
  }
}

function itemOf(item: RssItem, addresses: Addresses): FeedItem {
  const { atom, dc, dcterms, guid, itunes, media } = item
  const [author] = item.authors ?? []
  return {
    title: lineOfEither(item.title ?? dc?.titles?.[0] ?? media?.title?.value ?? itunes?.title),
    url: urlOf(item, addresses),
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
    ].flatMap((each) => enclosureOf(addresses, each)),
  }
}

/** The link of an item, or else its guid, unless that is declared to be no link, or else an Atom link. */
const urlOf = ({ link, guid, atom }: RssItem, addresses: Addresses): string | null => {
  const permalink = guid?.isPermaLink === false || !/^https?:/i.test(guid?.value ?? '') ? undefined : guid?.value
  const atomLink = atom?.links?.find(({ rel }) => rel !== 'self')?.href
  return addresses.of(link) ?? addresses.of(permalink) ?? addresses.of(atomLink)
}
