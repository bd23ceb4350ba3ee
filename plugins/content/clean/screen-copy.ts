import { attr, type Element, isElement, type Node, TEXT } from '../tree/index.ts'
import { trimmedLength } from '../white-space.ts'
import type { TextLengths } from './text-lengths.ts'

/** Class names of parts that are shown only on some screens, or in place of another: `d-md-none`, `header-mobile`. */
const screens =
  /mobile|desktop|tablet|phone|sticky|truncated|duplicate|clone|(?:^|[\s:_-])(?:hidden|hide|visible|visibility|show|only|none)(?:$|[\s:_-])/i
/** The most characters of class names that are searched. */
const MAX_NAMES = 500
/** Parts of tables and lists, which may repeat themselves. */
const repeatable = new Set(['td', 'th', 'tr', 'li', 'dt', 'dd', 'option', 'p'])

/**
 * The element before this one, if this one repeats its text and links for another size of screen, as pages do with
 * their menus: a reader sees only one of the two.
 */
export const screenOriginal = (element: Element, lengths: TextLengths): Element | null => {
  if (element.first === null) return null
  const original = elementBefore(element)
  if (original === null || original.name !== element.name || repeatable.has(element.name)) return null
  // Most neighbours begin with different texts, which settles it.
  const text = firstText(element)
  if (text === '' || text !== firstText(original)) return null
  const isForScreens = screens.test(namesOf(element)) || screens.test(namesOf(original))
  const isCopy = isForScreens && lengths.isCopy(element) && destinationsIn(element) === destinationsIn(original)
  return isCopy ? original : null
}

/** Where the links of an element lead, one a line; an element may itself be a link. */
const destinationsIn = (within: Element): string => {
  const found: (string | null)[] = []
  for (let node: Node | null = within; node !== null; node = after(node, within))
    if (isElement(node) && node.name === 'a') found.push(attr(node, 'href'))
  return found.join('\n')
}

/** The element before this one, with nothing but white space between. */
const elementBefore = ({ prev }: Element): Element | null => {
  const before = prev?.kind === TEXT && trimmedLength(prev.data) === 0 ? prev.prev : prev
  return isElement(before) ? before : null
}

const namesOf = (element: Element) => (attr(element, 'class') ?? '').slice(0, MAX_NAMES)

/** The most nodes that are searched for the first text of an element. */
const FEW_NODES = 16

const firstText = (element: Element): string => {
  let node: Node | null = element.first
  for (let looked = 0; node !== null && looked < FEW_NODES; looked++) {
    if (node.kind === TEXT && trimmedLength(node.data) > 0) return node.data.trim()
    node = after(node, element)
  }
  return ''
}

/** The next node in document order that is inside an element. */
const after = (node: Node, within: Element): Node | null => {
  if (isElement(node) && node.first !== null) return node.first
  let each: Node | null = node
  while (each !== null && each !== within && each.next === null) each = each.parent
  return each === null || each === within ? null : each.next
}
