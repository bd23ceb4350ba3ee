import { attr, ELEMENT, type Element, elementBefore, type Node, type Tree, textContent } from '../tree/index.ts'
import { type Adapter, compileSelector, isTagName, type Matcher, refused } from './compile-selector.ts'

export type { Matcher } from './compile-selector.ts'

/**
 * The steps on the tree that the selectors of a parameter may take: a minimum, per node, and per selector and node.
 */
const MIN_STEPS = 1_000_000
const STEPS_PER_NODE = 200
const STEPS_PER_SELECTOR = 4
/** The most steps on any page, plus an amount for each selector: about two seconds of work. */
const MAX_STEPS = 20_000_000
const MAX_STEPS_PER_SELECTOR = 200_000
/** Characters searched per step. */
const CHARACTERS_PER_STEP = 64

/**
 * Combines tag names and CSS selectors into one matcher for a page. Throws ApiError `invalid_options` for an invalid
 * selector; the matcher throws it for one that takes too long on the page.
 */
export const matcherOf = (tree: Tree, parameter: string, selectors: readonly string[]): Matcher => {
  const names = new Set<string>()
  const queries: Matcher[] = []
  const adapter = adapterFor(tree, parameter, selectors.length)
  for (const each of selectors) {
    const selector = each.trim()
    if (isTagName(selector)) names.add(selector.toLowerCase())
    else queries.push(compileSelector(selector, parameter, adapter))
  }
  return (element) => names.has(element.name) || queries.some((query) => query(element))
}

/** The same with a matcher for each, which share the limit of steps. */
export const matchersOf = (tree: Tree, parameter: string, selectors: readonly string[]): Matcher[] => {
  const adapter = adapterFor(tree, parameter, selectors.length)
  return selectors.map((each) => {
    const selector = each.trim()
    const name = selector.toLowerCase()
    return isTagName(selector) ? (element) => element.name === name : compileSelector(selector, parameter, adapter)
  })
}

/** The adapter for a tree. Counts the steps, because some selectors take quadratic time. */
const adapterFor = (tree: Tree, parameter: string, selectors: number): Adapter => {
  const perNode = STEPS_PER_NODE + STEPS_PER_SELECTOR * selectors
  const maximum = MAX_STEPS + MAX_STEPS_PER_SELECTOR * selectors
  let left = Math.min(maximum, MIN_STEPS + perNode * tree.nodes.length)
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw refused(parameter, 'has selectors that take too long on this page: use simpler ones')
  }
  const known = new Map<Element, Node[]>()
  const childrenOf = (parent: Element): Node[] => {
    let found = known.get(parent)
    if (found === undefined) {
      found = []
      for (let node = parent.first; node !== null; node = node.next) found.push(node)
      known.set(parent, found)
    }
    spend(1 + found.length)
    return found
  }
  return {
    isTag: (node): node is Element => node.kind === ELEMENT,
    getName: (element) => element.name,
    getChildren: (node) => (node.kind === ELEMENT ? childrenOf(node) : []),
    getSiblings: (node) => (node.parent === null ? [node] : childrenOf(node.parent)),
    getParent: (node) => {
      spend(1)
      return node.parent === tree.root ? null : node.parent
    },
    prevElementSibling: (node) => {
      spend(1)
      return elementBefore(node)
    },
    getAttributeValue: (element, name) => {
      const value = attr(element, name)
      spend(1 + (value === null ? 0 : value.length / CHARACTERS_PER_STEP))
      return value ?? undefined
    },
    hasAttrib: (element, name) => attr(element, name) !== null,
    getText: (node) => {
      if (node.kind !== ELEMENT) return node.data
      spend(node.end - node.id)
      const text = textContent(tree, node)
      spend(text.length / CHARACTERS_PER_STEP)
      return text
    },
    removeSubsets: (nodes) => nodes.filter((node) => !nodes.some((other) => other !== node && holds(other, node))),
  }
}

const holds = (outer: Node, inner: Node) => outer.kind === ELEMENT && outer.id < inner.id && inner.id <= outer.end
