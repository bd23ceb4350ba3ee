import { attr, contains, type Element, findAll, hasAttr, isElement, type Tree } from '../tree/index.ts'
import type { TextLengths } from './text-lengths.ts'

const invisible = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Parts of a page that are shown one at a time: hidden now, and yet content. */
const panel =
  /(?:^|[\s_-])(?:tab|tabs|tabpanel|tabcontent|panel|pane|accordion|collapse|collapsible|expand|expandable|toggle|slide|slider|carousel|swiper|faq|answer|spoiler|more|description|details|content|expander|expanded)(?:$|[\s_-])/i

/** Hidden text beyond this may be a panel; below it is a label, a message or a template. */
const MIN_PANEL_CHARACTERS = 40
/** An icon's or a separator's text at most. */
const MAX_DECORATION_CHARACTERS = 3

/**
 * Whether a browser shows nothing of an element: by the attribute `hidden`, by its own style, or as decoration or a
 * copy that is hidden from readers. What one edits a section with counts so too. What is only hidden until it is
 * opened, and what most of the page stands in until a script shows it, counts as shown. `pageNodes` is how many nodes
 * the page has.
 */
export const isHidden = (element: Element, lengths: TextLengths, pageNodes: number): boolean => {
  const { attrs } = element
  let hidden = false
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    switch (attrs[i]) {
      case 'style':
        hidden ||= value.length > 9 && invisible.test(value)
        break
      case 'class':
        // What MediaWiki has readers edit a section with.
        hidden ||= value.startsWith('mw-editsection')
        break
      case 'hidden':
        hidden ||= value !== 'until-found'
        break
      case 'aria-hidden':
        if (value !== 'true') break
        if (!lengths.isMore(element, MAX_DECORATION_CHARACTERS) || lengths.isCopy(element)) return true
    }
  }
  if (!hidden || (element.end - element.id) * 2 > pageNodes) return false
  if (isTabPanel(element)) return false
  return !isPanel(element) || !lengths.isMore(element, MIN_PANEL_CHARACTERS - 1)
}

/** A page that waits to be shown has more text than a notice, and this many times as much as all that shows. */
const MIN_WAITING_CHARACTERS = 1000
const WAITING_SHARE = 2

/**
 * The hidden element that a page stands in until a script or an answer shows it: with every main heading, and with
 * far more text than all that shows. `hidden` are the page's hidden elements, in document order.
 */
export const pageInWaiting = (tree: Tree, hidden: readonly Element[], lengths: TextLengths): Element | undefined => {
  const headings = findAll(tree, tree.body, 'h1')
  const [first, last] = [headings[0], headings.at(-1)]
  if (!first || !last) return undefined
  const page = hidden.find((element) => contains(element, first) && contains(element, last))
  if (page === undefined) return undefined
  let shown = lengths.of(tree.body)
  let end = -1
  for (const element of hidden) {
    if (element.id > end) shown -= lengths.of(element)
    end = Math.max(end, element.end)
  }
  return lengths.of(page) > Math.max(MIN_WAITING_CHARACTERS, WAITING_SHARE * shown) ? page : undefined
}

/** Where React puts what it sends late, until its script moves it. */
const streamed = /^S:/

/** What a tab shows, however short: `yarn add weir` beside `npm install weir`. */
const isTabPanel = (element: Element): boolean => attr(element, 'role') === 'tabpanel'

/** Whether an element is a part that is shown when it is asked for. */
export const isPanel = (element: Element): boolean =>
  streamed.test(attr(element, 'id') ?? '') ||
  isTabPanel(element) ||
  panel.test(attr(element, 'class') ?? '') ||
  panel.test(attr(element, 'id') ?? '') ||
  isOpenedBefore(element)

/** Nodes before a part that are looked at for what opens it. */
const FEW_TRIGGERS = 16

/**
 * Whether what stands before an element opens it: a heading or a term with a button in it, or a button of prose. A
 * menu is opened by a button too, and is not text of the page. Source: the accordion pattern of the ARIA Authoring
 * Practices Guide.
 */
const isOpenedBefore = (element: Element): boolean => {
  let before = element.prev
  while (before !== null && !isElement(before)) before = before.prev
  if (before === null) return false
  const opener = openerIn(before)
  if (opener === undefined) return false
  if (/^(?:h[1-6]|dt)$/.test(before.name)) return true
  const { first } = element
  const id = attr(element, 'id')
  return id !== null && attr(opener, 'aria-controls') === id && isElement(first) && first.name === 'p'
}

/** What says that it opens something, an element itself or one of the first within it. */
const openerIn = (within: Element): Element | undefined => {
  const left: Element[] = [within]
  for (let looked = 0; looked < FEW_TRIGGERS; looked++) {
    const next = left.pop()
    if (next === undefined) return undefined
    if (hasAttr(next, 'aria-expanded')) return next
    for (let child = next.last; child !== null; child = child.prev) if (isElement(child)) left.push(child)
  }
  return undefined
}
