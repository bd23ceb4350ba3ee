import type { ContentOptions } from 'weirjs/schemas'
import type { View } from '../clean/view.ts'
import type { Converted, DocumentReader, Sniffed } from '../converted.ts'
import { decode } from '../decode.ts'
import { destination } from '../markdown/destination.ts'
import { escapeAll } from '../markdown/escape.ts'
import { toMarkdown } from '../markdown/index.ts'
import { toText } from '../text.ts'
import { parse, resolve } from '../tree/index.ts'
import { answer } from './answer.ts'
import { escapeHtml } from './escape-html.ts'
import { type Feed, type FeedItem, readFeed } from './feed.ts'
import { readJson } from './json.ts'
import { parseJson } from './json-data.ts'
import { readJsonFeed } from './json-feed.ts'
import { rootOf, xmlAnswer } from './xml.ts'

/** A feed: its title, and of each item the link, the date and what it says. */
export const readFeedDocument: DocumentReader = async (source, options, budget) => {
  const { text } = decode(source.body, source.headers.get('content-type'))
  if (source.mime === 'application/feed+json') {
    const feed = readJsonFeed(parseJson(text), source.url.href)
    return feed ? feedAnswer(source, options, text, feed) : readJson({ ...source, parserName: 'json' }, options, budget)
  }
  const root = rootOf(text)
  const feed = readFeed(root, source.url.href)
  if (feed) return feedAnswer(source, options, text, feed)
  return xmlAnswer({ ...source, parserName: 'xml' }, options, text, root)
}

const feedAnswer = (source: Sniffed, options: ContentOptions, raw: string, feed: Feed): Converted => {
  const views = new Map(feed.items.map((item) => [item, viewOf(item, source.url)]))
  const entries = feed.items.map((item) => ({ item, text: textOf(views.get(item)) }))
  const text = [
    [feed.title, feed.description].filter(Boolean).join('\n'),
    ...entries.map(({ item, text }) => [item.title, item.published, text].filter(Boolean).join('\n')),
  ].join('\n\n')
  const links = [feed.url, ...feed.items.map(({ url }) => url)].filter((url) => url !== null)
  return answer(source, options, {
    title: feed.title,
    description: feed.description,
    language: feed.language,
    author: feed.author,
    markdown: () => markdownOf(feed, (item) => bodyOf(views.get(item), options)),
    html: () => htmlOf(feed, entries),
    text: () => text.trim(),
    rawHtml: () => raw,
    json: () => feed,
    links: () => links,
    contentSource: 'document',
    quality: {
      contentType: 'listing',
      headingCount: feed.items.length + 1,
      headingDistribution: { h1: 1, h2: feed.items.length, h3: 0, h4: 0, h5: 0, h6: 0 },
      linkCount: links.length,
    },
  })
}

/** What an item says, which is HTML, or plain text that reads the same as HTML. */
const viewOf = ({ content, summary }: FeedItem, feedUrl: URL): View | undefined => {
  const html = content ?? summary
  if (html === null) return undefined
  const tree = parse(html)
  return { tree, base: feedUrl, marks: new Uint8Array(tree.nodes.length), roots: [tree.body], contentSource: 'body' }
}

const textOf = (view: View | undefined): string => (view ? toText(view).trim() : '')

const bodyOf = (view: View | undefined, { includeLinks, includeImages, llmOptimization, stripHtml }: ContentOptions) =>
  view
    ? toMarkdown(view, {
        includeLinks,
        includeImages,
        describedImagesOnly: llmOptimization,
        html: !stripHtml,
        titles: !llmOptimization,
        address: (href) => resolve(href, view.base)?.href ?? href,
      }).trim()
    : ''

const markdownOf = (feed: Feed, bodyOf: (item: FeedItem) => string): string => {
  const blocks = [`# ${escapeAll(feed.title ?? 'Feed')}`, feed.description && escapeAll(feed.description)]
  for (const item of feed.items) {
    const title = escapeAll(item.title ?? item.url ?? 'Untitled')
    blocks.push(
      `## ${item.url ? `[${title}](${destination(item.url)})` : title}`,
      [item.published, item.author].flatMap((each) => (each ? escapeAll(each) : [])).join(' · '),
      bodyOf(item),
      item.enclosures.map(({ url }) => `<${url}>`).join('\n'),
    )
  }
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const htmlOf = (feed: Feed, entries: readonly { item: FeedItem; text: string }[]): string => {
  const lines = [`<h1>${escapeHtml(feed.title ?? 'Feed')}</h1>`]
  if (feed.description) lines.push(`<p>${escapeHtml(feed.description)}</p>`)
  for (const { item, text } of entries) {
    const title = escapeHtml(item.title ?? item.url ?? 'Untitled')
    lines.push('<article>', `<h2>${item.url ? `<a href="${escapeHtml(item.url)}">${title}</a>` : title}</h2>`)
    if (item.published) lines.push(`<p><time>${escapeHtml(item.published)}</time></p>`)
    for (const block of text.split('\n\n')) if (block !== '') lines.push(`<p>${escapeHtml(block)}</p>`)
    lines.push('</article>')
  }
  return lines.join('\n')
}
