import { attr, contains, type Element, elementBefore, findAll, hasAttr, isElement, type Tree } from '../tree/index.ts'
import { screenOriginal } from './screen-copy.ts'
import type { TextLengths } from './text-lengths.ts'

const invisible = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Names of parts that are shown one at a time: hidden at first, but content. */
const panel =
  /(?:^|[\s_-])(?:tab|tabs|tabpanel|tabcontent|panel|pane|accordion|collapse|collapsible|expand|expandable|toggle|slide|slider|carousel|swiper|faq|answer|spoiler|more|description|details|content|expander|expanded)(?:$|[\s_-])/i

/** Hidden text with more characters may be a panel; shorter text is a label, a message or a template. */
const MIN_PANEL_CHARACTERS = 40
/** The most characters of an icon's or separator's text. */
const MAX_DECORATION_CHARACTERS = 3

/**
 * Whether a browser does not show an element: because of its attribute `hidden`, its own style, or because it is
 * decoration or a copy hidden from screen readers, or a copy for another size of screen. Controls for editing a
 * section count as hidden too. Content that is hidden until it is opened counts as shown, as does an element with
 * most of the page that waits for a script.
 * `pageNodes` is the number of nodes of the page.
 */
export const isHidden = (element: Element, lengths: TextLengths, pageNodes: number): boolean => {
  const { attrs } = element
  let hidden = false
  let hasClass = false
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    switch (attrs[i]) {
      case 'style':
        hidden ||= value.length > 9 && invisible.test(value)
        break
      case 'class':
        hasClass = true
        // MediaWiki's links to edit a section.
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
  if (!hidden && hasClass) {
    const original = screenOriginal(element, lengths)
    return original !== null && !isInvisible(original)
  }
  if (!hidden || (element.end - element.id) * 2 > pageNodes) return false
  if (isTabPanel(element)) return false
  return !isPanel(element) || !lengths.isMore(element, MIN_PANEL_CHARACTERS - 1)
}

/** Whether an element is hidden by its attribute or its own style. */
const isInvisible = (element: Element): boolean =>
  hasAttr(element, 'hidden') || invisible.test(attr(element, 'style') ?? '')

/** A waiting page has more characters than a notice, and this many times as much as everything that is shown. */
const MIN_WAITING_CHARACTERS = 1000
const WAITING_SHARE = 2

/**
 * The hidden element that contains the page until a script or an answer shows it: with every main heading, and with
 * far more text than is shown. `hidden` are the page's hidden elements, in document order.
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

/** The ids of parts that React streams late, until its script moves them. */
const streamed = /^S:/

/** A tab panel is content however short: `yarn add weir` beside `npm install weir`. */
const isTabPanel = (element: Element): boolean => attr(element, 'role') === 'tabpanel'

/** Whether an element is a part that is shown on demand. */
export const isPanel = (element: Element): boolean =>
  streamed.test(attr(element, 'id') ?? '') ||
  isTabPanel(element) ||
  panel.test(attr(element, 'class') ?? '') ||
  panel.test(attr(element, 'id') ?? '') ||
  isOpenedBefore(element)

/** The most nodes before a part that are searched for what opens it. */
const FEW_TRIGGERS = 16

/**
 * Whether the element before this one opens it: a heading or term with a button, or a button for prose. Menus are
 * opened by buttons too, but are not text of the page. Source: the accordion pattern of the ARIA Authoring Practices
 * Guide.
 */
const isOpenedBefore = (element: Element): boolean => {
  const before = elementBefore(element)
  if (before === null) return false
  const opener = openerIn(before)
  if (opener === undefined) return false
  if (/^(?:h[1-6]|dt)$/.test(before.name)) return true
  const { first } = element
  const id = attr(element, 'id')
  return id !== null && attr(opener, 'aria-controls') === id && isElement(first) && first.name === 'p'
}

/** The element itself, or one of the first inside it, that declares that it opens something. */
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
