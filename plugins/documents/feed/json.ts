import type { JsonFeed } from 'feedsmith'
import type { Addresses } from './addresses.ts'
import type { Feed, FeedItem } from './model.ts'
import { enclosureOf, htmlOfText, lineOf, namesOf, timeOf, trimmedOf } from './values.ts'

/** Converts a JSON Feed. Source: jsonfeed.org, version 1.1. */
export const feedOfJson = (feed: JsonFeed.Feed<string>, addresses: Addresses): Feed => ({
  type: 'json',
  title: lineOf(feed.title),
  description: lineOf(feed.description),
  url: addresses.of(feed.home_page_url),
  language: lineOf(feed.language),
  author: namesOf(feed.authors),
  updated: null,
  image: addresses.of(feed.icon) ?? addresses.of(feed.favicon),
  items: (feed.items ?? []).map((item) => itemOf(item, addresses)),
})

const itemOf = (item: JsonFeed.Item<string>, addresses: Addresses): FeedItem => ({
  title: lineOf(item.title),
  url: addresses.of(item.url) ?? addresses.of(item.external_url),
  id: lineOf(item.id),
  published: timeOf(item.date_published),
  updated: timeOf(item.date_modified),
  author: namesOf(item.authors),
  summary: trimmedOf(htmlOfText(item.summary ?? '')),
  content: trimmedOf(item.content_html) ?? trimmedOf(htmlOfText(item.content_text ?? '')),
  categories: (item.tags ?? []).flatMap((tag) => lineOf(tag) ?? []),
  enclosures: (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes }) =>
    enclosureOf(addresses, { url, type: mime_type, length: size_in_bytes }),
  ),
})
