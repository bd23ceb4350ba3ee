import { hasHole } from '../../links/hole.ts'
import {
  attr,
  BLOCK,
  collapse,
  ELEMENT,
  type Element,
  HEADING,
  holdsBlock,
  isElement,
  type Node,
  TEXT,
  textContent,
  UNSEEN,
} from '../../tree/index.ts'
import { isPermalink } from '../../view/permalink.ts'
import type { Card, Flow } from '../blocks/flow.ts'
import { isBackLink } from '../blocks/footnotes.ts'
import { destination, titled } from './destination.ts'
import type { InlineSpan } from './emphasis.ts'
import { nameOfWordless } from './link-name.ts'

/** Trimmed URLs that lead nowhere. */
const leadsNowhere = /^(?:#?(?:top)?$|(?:javascript|data|vbscript|blob|about):)/i
const absolute = /^[a-z][a-z\d+.-]{1,31}:[^\s<>]*$/i
const backGlyph = /^(?:[↩↑^⏎↵\s]|\ufe0e|\ufe0f)*$/u

export const writeLink = (flow: Flow, a: Element) => {
  const { inline, options, footnotes } = flow
  const label = footnotes.marks.get(a)
  if (label !== undefined) {
    inline.atom(`[^${label}]`)
    return
  }
  const href = attr(a, 'href')
  if (href?.startsWith('#') && isSelfLink(flow, a)) return
  if (href === null || !leads(flow, a, href)) return flow.children(a)
  // In running text authors write blanks themselves; elsewhere styles separate links.
  if (a.parent?.name !== 'p') inline.gapBetweenLinks()
  if (!inline.flat && holdsBlock(flow.view.tree, a)) return writeAroundBlocks(flow, a)
  if (options.html && isAutolink(a, href) && options.address(href) === href) {
    inline.atom(`<${bare(href)}>`)
    return
  }

  const span = startLink(flow, a)
  flow.children(a)
  if (inline.end(span) || writeByName(flow, a)) return
  if (fillsParagraph(a) || endsParagraph(a)) inline.atom(`[](${destination(options.address(href.trim()))})`)
}

/** Writes a link that has no words of its own; false if it has no name either. */
const writeByName = (flow: Flow, a: Element): boolean => {
  const name = nameOfWordless(flow, a)
  if (name === '') return false
  const span = startLink(flow, a)
  flow.inline.text(name)
  flow.inline.end(span)
  return true
}

/** Whether a heading links to itself with it, or a note back to its reference. */
const isSelfLink = ({ heading, footnotes, view: { tree } }: Flow, a: Element): boolean =>
  isBackLink(a) ||
  isPermalink(tree, a, heading) ||
  (footnotes.notes.size > 0 && backGlyph.test(collapse(textContent(tree, a))))

/** A term may lead to what explains it elsewhere on the page; a heading that leads there leads to itself. */
const isItself = (heading: Element, a: Element, href: string): boolean => {
  const place = href.slice(1)
  return (heading.tag.flags & HEADING) !== 0 || attr(heading, 'id') === place || attr(a, 'id') === place
}

/** Whether a link is written as one. Within a heading, what leads to a place on the page is the heading itself. */
const leads = ({ inline, options, heading }: Flow, a: Element, href: string): boolean => {
  if (options.plain || !options.includeLinks || inline.inLink) return false
  if (heading !== null && href.startsWith('#') && isItself(heading, a, href)) return false
  if (href === '') return fillsParagraph(a)
  return !leadsNowhere.test(href.trim()) && !hasHole(href) && options.address(href) !== ''
}

/**
 * Whether a link is a whole paragraph. It is then intended, even without a target or text; others are buttons and
 * icons.
 */
const fillsParagraph = (a: Element): boolean =>
  a.attrs.length === 2 &&
  (a.parent?.name === 'p' || a.parent?.name === 'body') &&
  a.parent.first === a &&
  (a.next === null || (a.next.kind === TEXT && a.next.data.trim() === '' && a.next.next === null)) &&
  a.first?.kind !== ELEMENT

/**
 * Whether an empty link whose only attribute is its URL ends a paragraph: it cannot be an icon, as no style could
 * find it.
 */
const endsParagraph = (a: Element): boolean =>
  a.attrs.length === 2 &&
  a.first === null &&
  a.next === null &&
  a.parent?.name === 'p' &&
  a.prev?.kind === TEXT &&
  attr(a, 'href') !== ''

/**
 * Opens a link; what is written until its end is its text. With `depth`, the link of a card, it ends with the line,
 * and is around the spans that were opened within that many others.
 */
export const startLink = ({ inline, options }: Flow, a: Element, depth?: number): InlineSpan => {
  const title = options.titles ? attr(a, 'title') : null
  const href = destination(options.address((attr(a, 'href') ?? '').trim()))
  const close = `](${inline.inTable ? href.replaceAll('|', '%7C') : href}${title === null ? '' : titled(title)})`
  return inline.start('link', 'a', { close: inline.inTable ? close.replaceAll('|', '\\|') : close, depth })
}

/** Writes a card: the link is put on its heading, otherwise on its name, otherwise on what comes first. */
const writeAroundBlocks = (flow: Flow, a: Element) => {
  flow.boundary()
  const outer = flow.card
  const heading = headingIn(flow, a)
  const start = heading === null ? startOfName(flow, a) : null
  const card: Card = { link: a, depth: flow.inline.depth, heading, start, span: null }
  if (heading === null && start === null) startCardLink(flow, card)
  flow.card = card
  flow.children(a)
  flow.card = outer
  // It is still open if nothing was written in it.
  const isWordless = card.span !== null && flow.inline.inLink && !flow.inline.end(card.span)
  if (isWordless) writeByName(flow, a)
  flow.boundary()
}

const headingIn = (flow: Flow, a: Element): Element | null => {
  const { tree } = flow.view
  for (let id = a.id + 1; id <= a.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind !== ELEMENT) continue
    if (!flow.shows(node)) id = node.end
    else if ((node.tag.flags & HEADING) !== 0 && textContent(tree, node).trim() !== '') return node
  }
  return null
}

/** A line of this many letters may be a card's name; shorter ones are badges (`-40 %`, `New`), prices and numbers. */
const MIN_NAME_LETTERS = 4
/** How many characters of a text are searched for letters. */
const MAX_SEARCHED = 200
/** Elements whose text is not a card's name, or is not written node by node. */
const nameless = new Set(['button', 'code', 'math', 'pre', 'samp', 'svg', 'tt'])

/**
 * Where the line with the name of a card begins: the first line of some letters, as pictures and badges come before
 * the name. Null if it has none.
 */
const startOfName = (flow: Flow, a: Element): Node | null => {
  const { nodes } = flow.view.tree
  let start: Node | null = null
  let letters = 0
  /** The node before the line. */
  let edge = a.id
  for (let id = a.id + 1; id <= a.end; id++) {
    const node = nodes[id]!
    if (endsLine(node) || endsLine(node.prev)) {
      start = null
      letters = 0
      edge = node.kind === ELEMENT ? id : id - 1
    }
    if (node.kind === TEXT) {
      if (node.data.trim() === '' || !flow.shows(node)) continue
      start ??= node
      letters += node.data.trimStart().slice(0, MAX_SEARCHED).match(/\p{L}/gu)?.length ?? 0
      if (letters >= MIN_NAME_LETTERS) return outermost(start, edge)
    } else if (!flow.shows(node) || (node.tag.flags & UNSEEN) !== 0) id = node.end
    else if (node.name === 'img') start ??= node
    else if (nameless.has(node.name)) {
      start ??= node
      id = node.end
    }
  }
  return null
}

/** Whether an element is a block or a line break. */
const endsLine = (node: Node | null) => isElement(node) && (node.name === 'br' || (node.tag.flags & BLOCK) !== 0)

/** The outermost element that begins a line with a node, or the node itself. */
const outermost = (node: Node, edge: number): Node => {
  let found = node
  while (found.parent !== null && found.parent.id > edge) found = found.parent
  return found
}

/** Opens the link of a card; it ends with the line. */
export const startCardLink = (flow: Flow, card: Card) => {
  card.start = null
  card.span = startLink(flow, card.link, card.depth)
}

/** Whether the text of a link is the URL itself. */
const isAutolink = (a: Element, href: string): boolean => {
  const text = a.first
  if (text === null || text.kind !== TEXT || a.last !== text || text.data !== bare(href)) return false
  return attr(a, 'title') === null && absolute.test(href) && !/[\\`]/.test(href)
}

const bare = (href: string) => (/^mailto:[^\s<>?@]+@[^\s<>?@]+$/i.test(href) ? href.slice(7) : href)
