import { attr, type Element, TEXT, type Tree } from '../tree/index.ts'
import { trimmedLength } from '../white-space.ts'

const invisible = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Parts of a page that are shown one at a time: hidden now, and yet content. */
const panel =
  /(?:^|[\s_-])(?:tab|tabs|tabpanel|tabcontent|panel|pane|accordion|collapse|collapsible|expand|expandable|toggle|slide|slider|carousel|swiper|faq|answer|spoiler|more|description|details|content|expander|expanded)(?:$|[\s_-])/i

/** Hidden text beyond this may be a panel; below it is a label, a message or a template. */
const MIN_PANEL_CHARACTERS = 40
/** An icon's or a separator's text at most. */
const MAX_DECORATION_CHARACTERS = 3

/**
 * Whether a browser shows nothing of an element: by the attribute `hidden`, by its own style, or as decoration that is
 * hidden from readers. What is only hidden until it is opened, and what most of the page stands in until a script shows
 * it, counts as shown.
 */
export const isHidden = (tree: Tree, element: Element): boolean => {
  const { attrs } = element
  let hidden = false
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    switch (attrs[i]) {
      case 'style':
        hidden ||= value.length > 9 && invisible.test(value)
        break
      case 'hidden':
        hidden ||= value !== 'until-found'
        break
      case 'aria-hidden':
        if (value === 'true' && textLength(tree, element, MAX_DECORATION_CHARACTERS) <= MAX_DECORATION_CHARACTERS)
          return true
    }
  }
  if (!hidden || (element.end - element.id) * 2 > tree.nodes.length) return false
  return !isPanel(element) || textLength(tree, element, MIN_PANEL_CHARACTERS) < MIN_PANEL_CHARACTERS
}

/** Where React puts what it sends late, until its script moves it. */
const streamed = /^S:/

const isPanel = (element: Element): boolean =>
  streamed.test(attr(element, 'id') ?? '') ||
  attr(element, 'role') === 'tabpanel' ||
  panel.test(attr(element, 'class') ?? '') ||
  panel.test(attr(element, 'id') ?? '')

/** Characters of text within an element, blanks at the ends of its runs left out; it counts no further than `most`. */
export const textLength = ({ nodes }: Tree, within: Element, most: number): number => {
  let length = 0
  for (let id = within.id + 1; id <= within.end && length <= most; id++) {
    const node = nodes[id]!
    if (node.kind !== TEXT) {
      if (node.name === 'script' || node.name === 'style') id = node.end
    } else length += trimmedLength(node.data)
  }
  return length
}
