import { ELEMENT, type Element, type Node, TEXT, type Tree } from './node.ts'
import { BLOCK, tagOf } from './tags.ts'

/** Whether a node exists and is an element. */
export const isElement = (node: Node | null | undefined): node is Element => node?.kind === ELEMENT

/**
 * The value of an attribute: `''` if it has no value, null if there is no such attribute. `name` is in lower case.
 */
export const attr = ({ attrs }: Element, name: string): string | null => {
  for (let i = 0; i < attrs.length; i += 2) if (attrs[i] === name) return attrs[i + 1]!
  return null
}

/** Whether an element has an attribute, with or without a value. */
export const hasAttr = (element: Element, name: string): boolean => attr(element, name) !== null

/** The words of an attribute such as `class` or `rel`, in lower case. */
export const tokens = (element: Element, name: string): string[] => {
  const value = attr(element, name)
  return value === null
    ? []
    : value
        .toLowerCase()
        .split(/[\t\n\f\r ]+/)
        .filter(Boolean)
}

/** Whether `inner` is `outer` or inside it. */
export const contains = (outer: Element, inner: Node): boolean => outer.id <= inner.id && inner.id <= outer.end

/** The nearest ancestor of a node with one of these names; the node itself is not considered. */
export const closest = (node: Node, ...names: string[]): Element | null => {
  for (let each = node.parent; each !== null; each = each.parent) if (names.includes(each.name)) return each
  return null
}

/** Whether an element has no attributes and contains only white space. */
export const isEmpty = ({ attrs, first, last }: Element): boolean =>
  attrs.length === 0 && (first === null || (first === last && first.kind === TEXT && first.data.trim() === ''))

/** Whether an element contains a block at any depth. */
export const holdsBlock = ({ nodes }: Tree, within: Element): boolean => {
  for (let id = within.id + 1; id <= within.end; id++) if (isBlock(nodes[id]!)) return true
  return false
}

/** The element before this one, whatever text is between them. */
export const elementBefore = ({ prev }: Node): Element | null => {
  let before = prev
  while (before !== null && !isElement(before)) before = before.prev
  return before
}

/** The child elements. */
export const children = (parent: Element): Element[] => {
  const found: Element[] = []
  for (let node = parent.first; node !== null; node = node.next) if (node.kind === ELEMENT) found.push(node)
  return found
}

/** Whether a page has an element with one of these names. Names that HTML does not define all count as one. */
export const occurs = ({ counts }: Tree, names: readonly string[]): boolean => {
  for (const name of names) if (counts[tagOf(name).code]! > 0) return true
  return false
}

/** The elements with these names inside an element, in document order. */
export const findAll = (tree: Tree, within: Element, ...names: string[]): Element[] => {
  const found: Element[] = []
  if (!occurs(tree, names)) return found
  const { nodes } = tree
  const [only] = names
  for (let id = within.id + 1; id <= within.end; id++) {
    const node = nodes[id]!
    if (node.kind === ELEMENT && (node.name === only || (names.length > 1 && names.includes(node.name))))
      found.push(node)
  }
  return found
}

/** The first element with one of these names inside an element. */
export const find = (tree: Tree, within: Element, ...names: string[]): Element | null => {
  if (!occurs(tree, names)) return null
  const { nodes } = tree
  for (let id = within.id + 1; id <= within.end; id++) {
    const node = nodes[id]!
    if (node.kind === ELEMENT && names.includes(node.name)) return node
  }
  return null
}

/**
 * All text inside an element as in the source, scripts and styles included, with the line breaks of blocks and `br`,
 * apart from the nodes that are gone.
 */
export const textContent = (tree: Tree, within: Element, isGone?: (node: Node) => boolean): string => {
  const { nodes } = tree
  let text = ''
  for (let id = within.id + 1; id <= within.end; id++) {
    const node = nodes[id]!
    if (isGone?.(node)) {
      if (node.kind === ELEMENT) id = node.end
      continue
    }
    if (text !== '' && (breaksLine(node) || isBlock(node.prev))) text += '\n'
    if (node.kind === TEXT) text += node.data
  }
  return text
}

const breaksLine = (node: Node) => isBlock(node) || (node.kind === ELEMENT && node.name === 'br')

const isBlock = (node: Node | null) => node?.kind === ELEMENT && (node.tag.flags & BLOCK) !== 0

/**
 * Collapses white space to single blanks and trims the text. Trims without a regular expression, which would take
 * quadratic time.
 */
export const collapse = (text: string): string => text.replace(/[\t\n\f\r ]+/g, ' ').trim()
