import type { ContentOptions, PageMetadata } from 'weirjs/schemas'
import { type ContentFormat, contentFormats } from 'weirjs/schemas/formats'
import { type Budget, Room } from '../budget.ts'
import { markConcealed } from '../clean/concealed/index.ts'
import { revealAddresses } from '../clean/hidden-addresses.ts'
import { markInessential } from '../clean/llm-optimization.ts'
import { type Converted, type ReadOnThread, wants } from '../converted.ts'
import { decode } from '../encoding/decode.ts'
import { mayBeMojibake } from '../encoding/mojibake/may-be-mojibake.ts'
import { mendMojibake } from '../encoding/mojibake/mend.ts'
import { addressesOf, withoutTracking } from '../formats/address.ts'
import { readAttributes } from '../formats/attributes.ts'
import { readExcerpt } from '../formats/excerpt.ts'
import { type HtmlOptions, toHtml } from '../formats/html.ts'
import { readImages } from '../formats/images.ts'
import { readLinks } from '../formats/links.ts'
import { summaryOf } from '../formats/summary.ts'
import { toText } from '../formats/text.ts'
import { canTurndown, turndown } from '../formats/turndown.ts'
import { outline } from '../json-outline/index.ts'
import { readPageLinks } from '../links/page-links.ts'
import { PageOfSite } from '../main/site-frame/page-of-site.ts'
import { toMarkdown } from '../markdown/writer.ts'
import { emptyMetadata, readMetadata } from '../metadata/index.ts'
import { normaliseStructured } from '../structured/index.ts'
import { flat } from '../text-builder.ts'
import { findCaptions } from '../transcript/find-captions.ts'
import { wantsTranscript } from '../transcript/own-transcript.ts'
import { occurs, parse } from '../tree/index.ts'
import { withOwnHeading } from '../view/own-heading.ts'
import { type View, viewOf } from '../view/view.ts'
import { clearBesideTree } from './clear-between.ts'
import { HEADING_ALONE } from './warn-of-nothing.ts'

/**
 * Reads an HTML page: parses it once, and makes only what the formats need. Throws ApiError `invalid_options` for an
 * invalid selector, or one that takes too long on the page.
 */
export const readPage: ReadOnThread = async ({ url, headers, body, mime }, options, budget) => {
  const decoded = decode(body, headers.get('content-type'))
  const { text: source } = decoded
  const markup = mayBeMojibake(body, decoded) ? mendMojibake(source) : source
  if (markup !== source) budget.warn(MENDED)
  const tree = parse(markup, { xhtml: mime === 'application/xhtml+xml' })
  revealAddresses(tree, body)
  clearBesideTree(tree)
  if (tree.isCut) budget.warn('The page has more elements than are read: of the last ones, only the text is given')
  const metadata = needsMetadata(source, options)
    ? readMetadata(tree, { url, headers, markupLength: source.length })
    : emptyMetadata()
  const site = options.onlyMainContent && options.siteTexts ? new PageOfSite(options.siteTexts) : undefined
  const narrowed = viewOf(tree, url, options, undefined, site)
  /** Whether what no reader of the page sees is left out. */
  let isVisibleOnly = options.visibleOnly === true
  if (isVisibleOnly) markConcealed(tree, narrowed.marks)
  const isHeaded = options.onlyMainContent && options.includeTags.length === 0
  const view = isHeaded ? withOwnHeading(narrowed, metadata.headline) : narrowed
  if (options.llmOptimization) markInessential(view)
  const { title, language } = metadata

  const converted: Converted = { metadata, parserName: 'html', contentSource: view.contentSource }
  const texts = { view, options, budget, source }
  const makers: { [Format in ContentFormat]: () => Converted[Format] | Promise<Converted[Format]> } = {
    markdown: () => markdownOf(texts),
    html: () => htmlFormatOf(texts),
    rawHtml: () => source,
    text: () => textOf('text', texts),
    json: () => outlineOf(texts, { title, language, url: url.href }),
    structured: () => structuredOf(metadata, texts),
    links: () => linksOf(view, options, budget),
    images: () => readImages(narrowed, budget),
    attributes: () => readAttributes(tree, options.attributes ?? [], budget),
    summary: () => {
      const main = isHeaded || options.includeTags.length > 0 ? narrowed : mainOf(narrowed, url, options)
      if (isVisibleOnly) markConcealed(tree, main.marks)
      return summaryOf(main)
    },
  }
  const make = async (formats: ReadonlySet<ContentFormat>) => {
    const made: Partial<Pick<Converted, ContentFormat>> = {}
    for (const format of contentFormats) {
      if (!formats.has(format)) continue
      clearBesideTree(tree)
      Object.assign(made, { [format]: await makers[format]() })
    }
    clearBesideTree(tree)
    return made
  }
  Object.assign(converted, await make(options.formats))
  if (view !== narrowed && isShort(converted, metadata.headline) && toText(narrowed).trim() === '')
    budget.warn(HEADING_ALONE)
  if (wantsTranscript(options) && occurs(tree, ['track'])) converted.captions = findCaptions(tree, view.base)
  if (options.pageLinks) converted.pageLinks = readPageLinks(tree, view.base, { headers, metadata, budget })
  if (site !== undefined) converted.ofSite = { texts: site.texts, isFramed: site.isFramed }
  if (options.excerpt !== undefined) converted.excerpt = readExcerpt(view, options.excerpt)
  // Must be last, because the other formats include what it marks.
  if (options.modelFormats && markConcealed(tree, view.marks)) {
    isVisibleOnly = true
    // A view with its own heading has marks of its own.
    markConcealed(tree, narrowed.marks)
    converted.forModel = await make(options.modelFormats)
  }
  return converted
}

const MENDED =
  'Text of the page was encoded twice (“â€™” in place of “’”): it is corrected everywhere except in rawHtml'

/** The main content of a page that is shown as a whole. */
const mainOf = ({ tree }: View, url: URL, options: ContentOptions): View =>
  viewOf(tree, url, { ...options, onlyMainContent: true })

/** Whether the output may be only the heading, with its markup. */
const isShort = ({ markdown, text }: Converted, headline: string | null): boolean => {
  const written = text ?? markdown
  return written !== undefined && written.length <= 2 * (headline?.length ?? 0) + 2
}

/**
 * Whether to read metadata: it is requested, a format, the heading or the links need it, or it contains the
 * transcript of a video. Reading it takes nearly as long as everything else.
 */
const needsMetadata = (source: string, options: ContentOptions) =>
  options.includeMetadata !== false ||
  options.onlyMainContent ||
  options.pageLinks ||
  wants(options, 'json', 'structured') ||
  source.includes('"transcript"')

/** The inputs of a format. */
interface Conversion {
  view: View
  options: ContentOptions
  budget: Budget
  /** The decoded original page. */
  source: string
}

/** Writes a format within its room, and warns if there was too little. */
function writeWithin<Written>(
  format: ContentFormat,
  length: number,
  budget: Budget,
  write: (room: Room) => Written,
): Written {
  const room = new Room(length)
  const written = write(room)
  if (room.isFull) budget.warnOfCut(format, length)
  return typeof written === 'string' ? (flat(written) as typeof written) : written
}

const textOf = (format: ContentFormat, { view, budget }: Conversion): string =>
  writeWithin(format, budget.maxLength, budget, (room) => toText(view, room))

const structuredOf = (metadata: PageMetadata, { view, budget }: Conversion) =>
  writeWithin('structured', budget.maxLength, budget, (room) => normaliseStructured(metadata, view.base, room))

const outlineOf = ({ view, options, budget }: Conversion, about: Parameters<typeof outline>[1]) =>
  writeWithin('json', budget.maxLength, budget, (room) =>
    outline(
      view,
      about,
      {
        includeLinks: options.includeLinks,
        includeImages: options.includeImages,
        describedImagesOnly: options.llmOptimization,
        address: options.llmOptimization
          ? (href) => (isWithin(view.base, href) ? '' : withoutTracking(href))
          : (href) => href,
      },
      room,
    ),
  )

/** Whether a URL is a place within the page itself. */
const isWithin = ({ origin, pathname, search }: URL, href: string) => href.startsWith(`${origin}${pathname}${search}#`)

/** Whether the options select less than the whole page. */
const isNarrowed = (view: View, { includeTags, excludeTags }: ContentOptions) =>
  view.contentSource === 'main' || includeTags.length > 0 || excludeTags.length > 0

/** With `stripHtml`, HTML is plain text. */
const htmlFormatOf = (conversion: Conversion): string => {
  const { source, options, budget } = conversion
  if (options.htmlFormat === 'raw') return source
  if (options.stripHtml) return textOf('html', conversion)
  return writeWithin('html', budget.maxLength, budget, (room) => htmlOf(conversion, room))
}

/** Writes HTML; `change` adapts the options for a converter that reads it. */
const htmlOf = ({ view, options }: Conversion, room: Room, change?: Partial<HtmlOptions>): string =>
  toHtml(
    view,
    {
      removeScripts: options.removeScripts,
      removeStyles: options.removeStyles,
      includeLinks: options.includeLinks,
      includeImages: options.includeImages,
      removePixels: options.removeAds,
      removeHidden: options.llmOptimization,
      document: view.contentSource === 'body' && !options.onlyMainContent && options.includeTags.length === 0,
      address: addressesOf(view.base, options),
      ...change,
    },
    room,
  )

const markdownOf = (conversion: Conversion): string | Promise<string> => {
  const { view, options, budget } = conversion
  if (options.converter === 'turndown') {
    const html = writeWithin('markdown', budget.maxLength, budget, (room) =>
      htmlOf(conversion, room, { removeScripts: true, removeStyles: true, removeHidden: true, document: false }),
    )
    if (canTurndown(view, html)) return turndown(html)
    budget.warn('Turndown would take too long with a page of this size: the converter weir was used instead')
  }
  const { llmOptimization } = options
  const address = addressesOf(view.base, options)
  return writeWithin('markdown', budget.maxLength, budget, (room) =>
    toMarkdown(
      view,
      {
        includeLinks: options.includeLinks,
        includeImages: options.includeImages,
        describedImagesOnly: llmOptimization,
        html: !options.stripHtml,
        // A language model follows no links within the page.
        address: llmOptimization ? (href) => (href.startsWith('#') ? '' : address(href)) : address,
        titles: !llmOptimization,
      },
      room,
    ),
  )
}

const linksOf = (view: View, options: ContentOptions, budget: Budget): string[] => {
  const links = readLinks(view, isNarrowed(view, options), budget)
  return options.llmOptimization ? [...new Set(links.map(withoutTracking))] : links
}
