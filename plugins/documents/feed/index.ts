import type { ContentFormat, ContentOptions } from 'weirjs/schemas'
import {
  answer,
  type Budget,
  type Converted,
  decode,
  destination,
  escapeAll,
  escapeHtml,
  parse,
  type ReadOnThread,
  Room,
  resolve,
  type Sniffed,
  takeParts,
  toMarkdown,
  toText,
  type View,
  wants,
} from '../../content/toolkit.ts'
import { read as readJson } from '../data/json.ts'
import { read as readXml } from '../data/xml.ts'
import type { Feed, FeedItem } from './model.ts'
import { parseFeedText } from './parse.ts'

/**
 * Reads a feed: its title, and the link, date and text of each item. A document that turns out not to be a feed is
 * read as JSON or XML.
 */
export const read: ReadOnThread = async (source, options, budget) => {
  const { text } = decode(source.body, source.headers.get('content-type'))
  const isJson = source.mime === 'application/feed+json'
  const feed = parseFeedText(text, { isJson, base: source.url.href }, budget)
  if (feed) return feedAnswer(source, options, { raw: text, feed, budget })
  return isJson
    ? readJson({ ...source, parserName: 'json' }, options, budget)
    : readXml({ ...source, parserName: 'xml' }, options, budget)
}

interface ReadFeed {
  raw: string
  feed: Feed
  budget: Budget
}

/** An item with the view of its HTML. */
interface Entry {
  item: FeedItem
  text: string
  markdown: string
}

const feedAnswer = (source: Sniffed, options: ContentOptions, { raw, feed, budget }: ReadFeed): Converted => {
  const entries = entriesOf(feed, { options, base: source.url, budget })
  const links = [feed.url, ...feed.items.map(({ url }) => url)].filter((url) => url !== null)
  const within = (format: ContentFormat, separator: string, parts: () => Iterable<string>) =>
    takeParts({ parts, separator, format }, budget)
  return answer(source, options, {
    title: feed.title,
    description: feed.description,
    language: feed.language,
    author: feed.author,
    markdown: () => `${within('markdown', '\n\n', () => markdownParts(feed, entries))}\n`,
    html: () => within('html', '\n', () => htmlParts(feed, entries)),
    text: () => within('text', '\n\n', () => textParts(feed, entries)).trim(),
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

interface Context {
  options: ContentOptions
  /** The address of the feed. */
  base: URL
  budget: Budget
}

/** Converts the items one by one, so that only one tree is in memory at a time. */
function entriesOf(feed: Feed, context: Context): Entry[] {
  const { options, base, budget } = context
  // All entries share the limits of the feed.
  const [textRoom, markdownRoom] = [new Room(budget.maxLength), new Room(budget.maxLength)]
  const entries = feed.items.map((item): Entry => {
    const view = textRoom.isFull ? undefined : viewOf(item, base)
    const text = view ? toText(view, textRoom).trim() : ''
    const markdown = view && wants(options, 'markdown') ? bodyOf(view, markdownRoom, context) : ''
    return { item, text, markdown }
  })
  if (textRoom.isFull) budget.warnOfCut('text', budget.maxLength)
  return entries
}

/** The view of an item's HTML, resolved against the item's own page, as the feed may be on another host. */
const viewOf = ({ content, summary, url }: FeedItem, feedUrl: URL): View | undefined => {
  const html = content ?? summary
  if (html === null) return undefined
  const tree = parse(html)
  const base = (url !== null && URL.parse(url)) || feedUrl
  return { tree, base, marks: new Uint8Array(tree.nodes.length), roots: [tree.body], contentSource: 'body' }
}

/** Characters for a title, a date and closing markup, by which an entry may exceed its room. */
const BEYOND = 16 * 1024

/** The Markdown of an item. Its length is taken from `room`. */
function bodyOf(view: View, room: Room, { options, budget }: Context): string {
  const { includeLinks, includeImages, llmOptimization, stripHtml } = options
  const written = {
    includeLinks,
    includeImages,
    describedImagesOnly: llmOptimization,
    html: !stripHtml,
    titles: !llmOptimization,
    address: (href: string) => resolve(href, view.base)?.href ?? href,
  }
  const own = new Room(room.left - BEYOND)
  const markdown = toMarkdown(view, written, own).trim()
  if (own.isFull) budget.warnOfCut('markdown', budget.maxLength)
  room.take(markdown.length)
  return markdown
}

/** The date of an item. Atom requires only the date of the last change. */
const dateOf = ({ published, updated }: FeedItem): string | null => published ?? updated

function* textParts(feed: Feed, entries: readonly Entry[]): Generator<string> {
  yield [feed.title, feed.description].filter(Boolean).join('\n')
  for (const { item, text } of entries) yield [item.title, dateOf(item), text].filter(Boolean).join('\n')
}

function* markdownParts(feed: Feed, entries: readonly Entry[]): Generator<string> {
  yield `# ${escapeAll(feed.title ?? 'Feed')}`
  if (feed.description) yield escapeAll(feed.description)
  for (const { item, markdown } of entries) {
    const title = escapeAll(item.title ?? item.url ?? 'Untitled')
    const parts = [
      `## ${item.url ? `[${title}](${destination(item.url)})` : title}`,
      [dateOf(item), item.author].flatMap((each) => (each ? escapeAll(each) : [])).join(' · '),
      markdown,
      item.enclosures.map(({ url }) => `<${url}>`).join('\n'),
    ]
    yield parts.filter(Boolean).join('\n\n')
  }
}

function* htmlParts(feed: Feed, entries: readonly Entry[]): Generator<string> {
  yield `<h1>${escapeHtml(feed.title ?? 'Feed')}</h1>`
  if (feed.description) yield `<p>${escapeHtml(feed.description)}</p>`
  for (const { item, text } of entries) {
    const title = escapeHtml(item.title ?? item.url ?? 'Untitled')
    const date = dateOf(item)
    const lines = [
      '<article>',
      `<h2>${item.url ? `<a href="${escapeHtml(item.url)}">${title}</a>` : title}</h2>`,
      date ? `<p><time>${escapeHtml(date)}</time></p>` : '',
      ...text.split('\n\n').map((block) => (block === '' ? '' : `<p>${escapeHtml(block)}</p>`)),
      '</article>',
    ]
    yield lines.filter((line) => line !== '').join('\n')
  }
}
