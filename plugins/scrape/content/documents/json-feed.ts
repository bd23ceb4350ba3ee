import { absoluteUrl } from '../metadata/absolute-url.ts'
import { isoTime } from '../metadata/time.ts'
import type { Feed, FeedItem } from './feed.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)
const address = (value: unknown, base: string) => absoluteUrl(text(value), base)
const time = (value: unknown): string | null => {
  const given = text(value)
  return given && (isoTime(given) ?? given)
}
/** Version 1 has one author, 1.1 a list. */
const authorOf = ({ author, authors }: Fields): string | null =>
  [...fieldsOf(authors), ...fieldsOf([author])].flatMap(({ name }) => text(name) ?? []).join(', ') || null

/** The JSON Feed that data is, if it is one. Source: jsonfeed.org, version 1.1. */
export function readJsonFeed(data: unknown, base: string): Feed | undefined {
  if (!isFields(data) || !Array.isArray(data.items)) return undefined
  return {
    type: 'json',
    title: text(data.title),
    description: text(data.description),
    url: address(data.home_page_url, base),
    language: text(data.language),
    author: authorOf(data),
    updated: null,
    image: address(data.icon, base) ?? address(data.favicon, base),
    items: fieldsOf(data.items).map((item) => itemOf(item, base)),
  }
}

const itemOf = (item: Fields, base: string): FeedItem => ({
  title: text(item.title),
  url: address(item.url, base) ?? address(item.external_url, base),
  id: typeof item.id === 'number' ? String(item.id) : text(item.id),
  published: time(item.date_published),
  updated: time(item.date_modified),
  author: authorOf(item),
  summary: text(item.summary),
  content: text(item.content_html) ?? text(item.content_text),
  categories: Array.isArray(item.tags) ? item.tags.flatMap((tag) => text(tag) ?? []) : [],
  enclosures: fieldsOf(item.attachments).flatMap(({ url, mime_type, size_in_bytes }) => {
    const absolute = address(url, base)
    return absolute
      ? [
          {
            url: absolute,
            type: text(mime_type),
            length: Number.isSafeInteger(size_in_bytes) ? Number(size_in_bytes) : null,
          },
        ]
      : []
  }),
})
