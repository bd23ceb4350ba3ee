import { isTakenAway, isUnreadable, readDeclarations } from '../../clean/concealed/declarations.ts'
import { attr, BLOCK, closest, type Element, isElement, type Node, TEXT, type Tree, UNSEEN } from '../../tree/index.ts'
import { isPermalink } from '../../view/permalink.ts'
import { isSeam, mayMeetApart } from '../../view/seam.ts'
import { findDate } from '../date/written-date.ts'
import type { PageFacts } from '../page-facts.ts'
import { attributeText } from '../text/attribute-text.ts'
import { sharedWords, wordsOf } from '../text/likeness.ts'
import { type Candidates, MAX_HEADLINE, tidy } from './candidates.ts'
import type { HeadlineMark } from './weights.ts'

const BY_PLACE: readonly HeadlineMark[] = ['firstH1', 'secondH1']

/** Adds the headings of the page, with marks of their position. */
export function addHeadings(
  candidates: Candidates,
  page: PageFacts,
  title: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): void {
  const { tree, survey, meta } = page
  const texts = (name: string, most: number) => {
    const found: { heading: Element; text: string }[] = []
    for (const heading of survey.headings) {
      if (found.length === most) break
      if (heading.name !== name || isLinkUp(page, heading)) continue
      const text = wholeOrPart(candidates, headingParts(tree, heading), isSiteName)
      if (text !== '' && !isDay(text)) found.push({ heading, text })
    }
    return found
  }
  const first = texts('h1', survey.headings.length)
  const only = first.length === 1 || new Set(first.map(({ text }) => wordsOf(text).join(' '))).size === 1
  const article = /article|post/.test(meta('og:type') ?? '')
  // Then they are the sections of the page.
  const numbered = first.length > 1 && first[0]!.text.startsWith('1') && first[1]!.text.startsWith('2')
  for (const [at, { heading, text }] of first.entries()) {
    const mark = only ? 'onlyH1' : BY_PLACE[at]
    candidates.add(text, ...(numbered || !mark ? [] : [mark]))
    if (only && article) candidates.add(text, 'onlyH1OfArticle')
    if (!only && isWithin(wordsOf(text), title)) candidates.add(text, 'h1InTitle')
    if (isInMain(heading)) candidates.add(text, 'h1InMain')
    if (isMarked(heading)) candidates.add(text, 'h1Marked')
  }
  for (const [at, { heading, text }] of texts('h2', 3).entries()) {
    candidates.add(text, ...(at === 0 ? (['firstH2'] as const) : []))
    if (first.length === 0) candidates.add(text, 'h2WithoutH1')
    if (only && !isInMain(first[0]!.heading) && isInMain(heading)) candidates.add(text, 'h2InMain')
  }
}

/** Whether a heading is only a date, as blogs put above the posts of a day. */
function isDay(text: string): boolean {
  const day = findDate(text)
  return day !== null && day.index === 0 && day.end === text.length
}

/** Where the parts of a heading touch, although they are shown apart. */
const SEAM = '\u0001'

/** The text of a heading, split at its elements, without drawings, buttons, readings, permalinks and hidden parts. */
function headingParts(tree: Tree, heading: Element): string[] {
  const parts = ['']
  let length = 0
  let seam = false
  for (let id = heading.id + 1; id <= heading.end && length <= 2 * MAX_HEADLINE; id++) {
    const node = tree.nodes[id]!
    const before = node.prev
    if (isElement(before) && parts.at(-1) !== '') parts.push('')
    const at = parts.length - 1
    if (isElement(before) && before.tag.flags & BLOCK) parts[at] += ' '
    seam ||= mayMeetApart(node)
    if (node.kind === TEXT) {
      const text = node.data.slice(0, 2 * MAX_HEADLINE)
      if (seam && isSeamBetween(parts[at] || (parts[at - 1] ?? ''), text)) parts[at] += SEAM
      seam = false
      parts[at] += text
      length += node.data.length
    } else if (isUnread(node) || (node.name === 'a' && isPermalink(tree, node, heading))) id = node.end
    else {
      if (parts[at] !== '') parts.push('')
      if (node.name === 'br' || node.tag.flags & BLOCK) parts[parts.length - 1] += ' '
    }
  }
  return parts
}

const isSeamBetween = (text: string, next: string) => {
  const { length } = text
  return isSeam(text.charCodeAt(length - 2), text.charCodeAt(length - 1), next.charCodeAt(0), next.charCodeAt(1))
}

/** Headings with more parts have an element around each word. */
const MAX_PARTS = 12

/**
 * The beginning or the end of a heading, if another source of the page has the same text, because headings may
 * contain lines above or below the headline; otherwise the whole heading.
 */
function wholeOrPart(
  candidates: Candidates,
  parts: readonly string[],
  isSiteName: (words: readonly string[]) => boolean,
): string {
  const joined = parts.join('')
  const whole = tidy(joined.replaceAll(SEAM, ' '))
  if (parts.length === 1 || parts.length > MAX_PARTS || candidates.has(wordsOf(joined.replaceAll(SEAM, ''))))
    return whole
  let best = whole
  let most = 1
  for (let cut = 1; cut < parts.length; cut++) {
    for (const part of [parts.slice(0, cut), parts.slice(cut)]) {
      const text = part.join('')
      const words = wordsOf(text)
      if (words.length <= most || !candidates.has(words) || isSiteName(words)) continue
      best = tidy(text.replaceAll(SEAM, ' '))
      most = words.length
    }
  }
  return best
}

/** Whether a heading is a link to the site or to a section above the page: then it is their name. */
function isLinkUp({ url, absolute }: PageFacts, heading: Element): boolean {
  const link = linkOf(heading)
  const address = link && absolute(attr(link, 'href'))
  if (!address) return false
  const { hostname, pathname, search } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  if (search !== '' || !pathname.endsWith('/') || !`.${url.hostname}`.endsWith(`.${host}`)) return false
  return pathname === url.pathname ? pathname === '/' && url.search !== '' : url.pathname.startsWith(pathname)
}

/** The link that a heading begins with or is part of. */
function linkOf(heading: Element): Element | null {
  let inside: Element | null = heading
  while (inside !== null && inside.name !== 'a') {
    let node: Node | null = inside.first
    while (node?.kind === TEXT && node.data.trim() === '') node = node.next
    inside = isElement(node) ? node : null
  }
  return inside ?? closest(heading, 'a')
}

const isInMain = (heading: Element) => closest(heading, 'article', 'main') !== null

/** Drawings, buttons, and how words are pronounced. */
const unread: ReadonlySet<string> = new Set(['svg', 'button', 'rt', 'rp'])

const isUnread = (element: Element) =>
  (element.tag.flags & UNSEEN) !== 0 || unread.has(element.name) || isHidden(element)

const isHidden = (element: Element) =>
  attr(element, 'aria-hidden') === 'true' || attr(element, 'hidden') !== null || isConcealed(attr(element, 'style'))

const isConcealed = (style: string | null) => {
  const declarations = readDeclarations(style ?? '')
  return isTakenAway(declarations) || isUnreadable(declarations)
}

const isWithin = (words: readonly string[], others: readonly string[]) => sharedWords(words, others) === words.length

const isMarked = (heading: Element) =>
  /title|headline|heading|\bname\b/i.test(
    `${attributeText(heading, ['class', 'id', 'itemprop'])} ${(heading.parent && attr(heading.parent, 'class')) ?? ''}`,
  )
