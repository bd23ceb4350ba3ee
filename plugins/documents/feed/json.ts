import type { JsonFeed } from 'feedsmith'
import { absoluteUrl } from '../../content/toolkit.ts'
import type { Feed, FeedItem } from './model.ts'
import { enclosureOf, htmlOfText, lineOf, namesOf, timeOf, trimmedOf } from './values.ts'

/** Converts a JSON Feed. Source: jsonfeed.org, version 1.1. */
export const feedOfJson = (feed: JsonFeed.Feed<string>, base: string): Feed => ({
  type: 'json',
  title: lineOf(feed.title),
  description: lineOf(feed.description),
  url: absoluteUrl(feed.home_page_url, base),
  language: lineOf(feed.language),
  author: namesOf(feed.authors),
  updated: null,
  image: absoluteUrl(feed.icon, base) ?? absoluteUrl(feed.favicon, base),
  items: (feed.items ?? []).map((item) => itemOf(item, base)),
})

const itemOf = (item: JsonFeed.Item<string>, base: string): FeedItem => ({
  title: lineOf(item.title),
  url: absoluteUrl(item.url, base) ?? absoluteUrl(item.external_url, base),
  id: lineOf(item.id),
  published: timeOf(item.date_published),
  updated: timeOf(item.date_modified),
  author: namesOf(item.authors),
  summary: trimmedOf(htmlOfText(item.summary ?? '')),
  content: trimmedOf(item.content_html) ?? trimmedOf(htmlOfText(item.content_text ?? '')),
  categories: (item.tags ?? []).flatMap((tag) => lineOf(tag) ?? []),
  enclosures: (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes }) =>
    enclosureOf(base, { url, type: mime_type, length: size_in_bytes }),
  ),
})
