import { forbidsFollowing, MAX_URL } from 'weirjs'
import { jsonLdLinks, linkOf } from '../../content/service.ts'
import { type Attributes, readTags } from './read-tags.ts'

/** The parts of a page that matter for a map. */
export interface PageLinks {
  title: string | null
  description: string | null
  /** The absolute canonical URL, if the page names one. */
  canonical: string | null
  /** Whether the page asks not to follow its links. */
  nofollow: boolean
  /** Links to pages, as they are written. */
  hrefs: string[]
  /** Sitemaps and feeds that the page names, as they are written. */
  sitemaps: string[]
  /** The base URL of links. */
  base: URL
}

/** The most characters of a title or description. */
const MAX_TEXT_LENGTH = 1000
/** The most links of one page. */
const MAX_LINKS = 20_000
/** The most frames of one page. */
const MAX_FRAMES = 200
/** The most characters of one JSON-LD element: parsing more takes too long. */
const MAX_DATA_LENGTH = 1_000_000

/** Reads the links and the head of an HTML page in one pass, without building a tree. Pauses for other requests. */
export async function readLinks(html: string, url: URL): Promise<PageLinks> {
  const page: PageLinks = {
    title: null,
    description: null,
    canonical: null,
    nofollow: false,
    hrefs: [],
    sitemaps: [],
    base: url,
  }
  /** The text of a title or of JSON-LD, while it is being read. */
  let title: string | undefined
  let data: string | undefined
  let isBased = false
  const frames: string[] = []
  /** SVG drawings have titles of their own. */
  let drawings = 0
  await readTags(html, {
    names: told,
    open(name, attributes) {
      const link = linkOf(name, (attribute) => attributes.get(attribute))
      if (link?.kind === 'frame') {
        if (frames.length < MAX_FRAMES) addLink(page, frames, link.href)
      } else if (link) addLink(page, link.kind === 'sitemap' ? page.sitemaps : page.hrefs, link.href)
      const href = attributes.get('href')
      if (name === 'svg') drawings++
      else if (name === 'title' && page.title === null && drawings === 0) title = ''
      else if (name === 'script' && isJsonLd(attributes.get('type'))) data = ''
      else if (name === 'base' && href !== undefined && !isBased) {
        isBased = true
        page.base = URL.parse(href, url) ?? url
      } else if (name === 'meta') readMeta(page, attributes)
      else if (name === 'link' && href !== undefined && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.get('rel') ?? ''))
        page.canonical ??= URL.parse(href, page.base)?.href ?? null
    },
    text(text) {
      if (title !== undefined && title.length < MAX_TEXT_LENGTH) title += text
      else if (data !== undefined && data.length <= MAX_DATA_LENGTH) data += text
    },
    close(name) {
      if (name === 'svg') drawings = Math.max(0, drawings - 1)
      else if (name === 'title' && title !== undefined) {
        page.title = oneLine(title) || null
        title = undefined
      } else if (name === 'script' && data !== undefined) {
        for (const href of listedIn(data)) addLink(page, page.hrefs, href)
        data = undefined
      }
    },
  })
  // Frames of other origins are not part of the site. The base URL is known only now.
  for (const href of frames)
    if (URL.parse(href.trim(), page.base)?.origin === url.origin) addLink(page, page.hrefs, href)
  return page
}

/** The elements that are read, including those with links. */
const told = new Set(['a', 'area', 'base', 'frame', 'iframe', 'link', 'meta', 'script', 'svg', 'title'])

function addLink({ hrefs, sitemaps }: PageLinks, to: string[], href: string) {
  if (hrefs.length + sitemaps.length < MAX_LINKS && href.length <= MAX_URL) to.push(href)
}

const isJsonLd = (type: string | undefined) => /^\s*application\/ld\+json\b/i.test(type ?? '')

function listedIn(data: string): string[] {
  if (data.length > MAX_DATA_LENGTH) return []
  try {
    return jsonLdLinks(JSON.parse(data))
  } catch {
    // Invalid JSON has no links.
    return []
  }
}

function readMeta(page: PageLinks, attributes: Attributes) {
  const of = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase()
  const content = attributes.get('content') ?? ''
  if (of === 'robots') page.nofollow ||= forbidsFollowing(content)
  else if (of === 'description' || (of === 'og:description' && page.description === null))
    page.description = oneLine(content) || page.description
}

const oneLine = (text: string) => text.slice(0, MAX_TEXT_LENGTH).toWellFormed().replace(/\s+/g, ' ').trim()
