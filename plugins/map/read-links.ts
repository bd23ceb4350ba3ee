import { Parser } from 'htmlparser2'
import { forbidsFollowing } from 'weirjs'

/** What of a page a map goes by. */
export interface PageLinks {
  title: string | null
  description: string | null
  /** Absolute, where the page names one. */
  canonical: string | null
  /** Whether the page asks not to follow its links. */
  nofollow: boolean
  /** As they are written. */
  hrefs: string[]
  /** What they are relative to. */
  base: URL
}

/** Characters of a title or description. */
const LONGEST_TEXT = 1000
/** Links of one page. */
const MOST_LINKS = 20_000

/** Reads the links and the head of an HTML page in one pass, without a tree. */
export function readLinks(html: string, url: URL): PageLinks {
  const page: PageLinks = { title: null, description: null, canonical: null, nofollow: false, hrefs: [], base: url }
  let title: string | undefined
  let isBased = false
  /** Drawings have titles of their own. */
  let drawings = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const { href } = attributes
      if ((name === 'a' || name === 'area') && href !== undefined && page.hrefs.length < MOST_LINKS)
        page.hrefs.push(href)
      else if (name === 'svg') drawings++
      else if (name === 'title' && page.title === null && drawings === 0) title = ''
      else if (name === 'base' && href !== undefined && !isBased) {
        isBased = true
        page.base = URL.parse(href, url) ?? url
      } else if (name === 'meta') readMeta(page, attributes)
      else if (name === 'link' && href !== undefined && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.rel ?? ''))
        page.canonical ??= URL.parse(href, page.base)?.href ?? null
    },
    ontext(data) {
      if (title !== undefined && title.length < LONGEST_TEXT) title += data
    },
    onclosetag(name) {
      if (name === 'svg') drawings--
      if (name !== 'title' || title === undefined) return
      page.title = oneLine(title) || null
      title = undefined
    },
  })
  parser.end(html)
  return page
}

function readMeta(page: PageLinks, { name, property, content = '' }: Record<string, string>) {
  const of = (name ?? property ?? '').toLowerCase()
  if (of === 'robots') page.nofollow ||= forbidsFollowing(content)
  else if (of === 'description' || (of === 'og:description' && page.description === null))
    page.description = oneLine(content) || page.description
}

const oneLine = (text: string) => text.slice(0, LONGEST_TEXT).replace(/\s+/g, ' ').trim()
