import { readRefresh } from './refresh.ts'

/** The target of an element. */
export interface ElementLink {
  /**
   * `sitemap`: a file that lists pages, such as a sitemap or feed. `frame`: a page within the page; from another
   * origin it is third-party content, such as a counter or an advertisement, not a page that this one links to.
   */
  kind: 'page' | 'frame' | 'sitemap'
  /** As written in the page. */
  href: string
}

/** Relations of `<link>` that lead to another page, as opposed to files and other versions of the same page. */
const leading = new Set([
  'next',
  'prev',
  'previous',
  'first',
  'last',
  'start',
  'up',
  'contents',
  'index',
  'help',
  'author',
  'license',
  'privacy-policy',
  'terms-of-service',
])
/** Media types of feeds, which list pages of the site. */
const feeds = /^application\/(?:rss|atom|rdf)\+xml\b/i
const pages = /^(?:$|text\/html\b|application\/xhtml\+xml\b)/i

/** Reads an attribute by its lower-case name. */
export type ReadAttribute = (name: string) => string | null | undefined

/**
 * The target to which an element leads a visitor: links, image maps, frames, `<meta http-equiv="refresh">`, and those
 * `<link>` elements that name pages (the next one, translations), sitemaps or feeds. Undefined for all other
 * elements. The name is in lower case, the URL as written.
 */
export function linkOf(name: string, attribute: ReadAttribute): ElementLink | undefined {
  switch (name) {
    case 'a':
      return page(attribute('href') ?? attribute('xlink:href'))
    case 'area':
      return page(attribute('href'))
    case 'iframe':
    case 'frame': {
      const src = attribute('src')
      return src ? { kind: 'frame', href: src } : undefined
    }
    case 'link':
      return ofLink(attribute)
    case 'meta':
      return attribute('http-equiv')?.trim().toLowerCase() === 'refresh'
        ? page(readRefresh(attribute('content') ?? '').href)
        : undefined
    default:
      return undefined
  }
}

const page = (href: string | null | undefined): ElementLink | undefined => (href ? { kind: 'page', href } : undefined)

function ofLink(attribute: ReadAttribute): ElementLink | undefined {
  const relations = relationsOf(attribute('rel'))
  const href = attribute('href')
  if (!href || relations.length === 0) return undefined
  const type = attribute('type')?.trim() ?? ''
  return linkTo(href, { relations, type, isTranslation: !!attribute('hreflang') })
}

const relationsOf = (rel: string | null | undefined): string[] => rel?.toLowerCase().split(/\s+/).filter(Boolean) ?? []

/** The target of a `<link>` element or a link in a `Link` header. */
function linkTo(
  href: string,
  { relations, type, isTranslation }: { relations: readonly string[]; type: string; isTranslation: boolean },
): ElementLink | undefined {
  // `alternate stylesheet` names a style sheet, not a version of the page.
  if (relations.includes('stylesheet')) return undefined
  if (relations.includes('sitemap')) return { kind: 'sitemap', href }
  if (relations.includes('alternate')) {
    if (feeds.test(type)) return { kind: 'sitemap', href }
    return isTranslation && pages.test(type) ? page(href) : undefined
  }
  return relations.some((relation) => leading.has(relation)) && pages.test(type) ? page(href) : undefined
}

/** The most characters of `Link` headers that are read, and the most links in them. */
const MAX_HEADER_LENGTH = 16_384
const MAX_HEADER_LINKS = 200

/** The targets of the `Link` headers of a response. Source: RFC 8288 section 3. */
export function headerLinks(header: string | null): ElementLink[] {
  const found: ElementLink[] = []
  // Each target opens with `<`, so the text before the next one belongs to it, and each character is read once.
  for (const part of (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .split('<')
    .slice(1, MAX_HEADER_LINKS + 1)) {
    const end = part.indexOf('>')
    if (end <= 0) continue
    const parameters = readParameters(part.slice(end + 1))
    const relations = relationsOf(parameters.get('rel'))
    if (parameters.get('anchor')) continue
    const type = parameters.get('type') ?? ''
    const link = linkTo(part.slice(0, end), { relations, type, isTranslation: !!parameters.get('hreflang') })
    if (link) found.push(link)
  }
  return found
}

/** The parameters of a link by lower-case name; of several with the same name, the first. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (let at = text.indexOf(';'); at >= 0; ) {
    const end = endOfParameter(text, at + 1)
    const parameter = text.slice(at + 1, end)
    const equals = parameter.indexOf('=')
    const name = parameter.slice(0, Math.max(0, equals)).trim().toLowerCase()
    const value = parameter.slice(equals + 1).trim()
    if (name !== '' && !parameters.has(name)) parameters.set(name, unquote(value))
    at = text[end] === ';' ? end : text.indexOf(';', end)
  }
  return parameters
}

/** The end of a parameter: a semicolon or comma outside quotes. */
function endOfParameter(text: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === ';' || char === ',')) return at
  }
  return text.length
}

const unquote = (value: string) => {
  if (!value.startsWith('"')) return value
  const end = value.indexOf('"', 1)
  return value.slice(1, end < 0 ? undefined : end)
}
