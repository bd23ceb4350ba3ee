import { attr, type Element, findAll, type Tree, textContent } from '../../tree/index.ts'
import { type Declarations, isTakenAway, isUnreadable, readDeclarations } from './declarations.ts'

/** The most rules of the page's own style sheets that are read, and the most characters of these sheets. */
const MAX_RULES = 2000
const MAX_CHARACTERS = 500_000

/** What style sheets conceal: simple selectors (a tag name, class or id) by their effect. */
export interface ConcealingRules {
  unreadable(element: Element): boolean
  takenAway(element: Element): boolean
}

/**
 * Reads the style sheets in the page. Skips rules for certain media, and selectors of more than one name, class or
 * id: evaluating these takes a browser.
 */
export function readRules(tree: Tree): ConcealingRules {
  const unreadable = new Set<string>()
  const takenAway = new Set<string>()
  let rules = 0
  let characters = 0
  for (const sheet of findAll(tree, tree.html, 'style')) {
    const text = textContent(tree, sheet).slice(0, MAX_CHARACTERS - characters)
    characters += text.length
    for (const { selectors, declarations } of rulesOf(text)) {
      if (++rules > MAX_RULES) break
      const into = isUnreadable(declarations) ? unreadable : isTakenAway(declarations) ? takenAway : undefined
      if (into) for (const selector of selectors) if (/^[.#]?[\w-]+$/.test(selector)) into.add(selector)
    }
  }
  return {
    unreadable: (element) => unreadable.size > 0 && namesOf(element).some((name) => unreadable.has(name)),
    takenAway: (element) => takenAway.size > 0 && namesOf(element).some((name) => takenAway.has(name)),
  }
}

function* rulesOf(sheet: string): Iterable<{ selectors: string[]; declarations: Declarations }> {
  const text = withoutComments(sheet)
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at)
    if (open < 0) return
    const before = text.slice(at, open)
    // Rules such as `@import` end with a semicolon, without a block.
    const head = before.slice(before.lastIndexOf(';') + 1).trim()
    const close = head.startsWith('@') ? endOfBlock(text, open) : text.indexOf('}', open)
    if (close < 0) return
    if (!head.startsWith('@')) {
      const selectors = head.split(',').map((selector) => selector.trim())
      yield { selectors, declarations: readDeclarations(text.slice(open + 1, close)) }
    }
    at = close + 1
  }
}

function withoutComments(text: string): string {
  let shown = ''
  for (let at = 0; ; ) {
    const begin = text.indexOf('/*', at)
    if (begin < 0) return shown + text.slice(at)
    shown += text.slice(at, begin)
    const end = text.indexOf('*/', begin + 2)
    if (end < 0) return shown
    at = end + 2
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

function namesOf(element: Element): string[] {
  const id = attr(element, 'id')
  const classes = attr(element, 'class')?.split(/\s/, 50) ?? []
  return [element.name, ...(id ? [`#${id}`] : []), ...classes.map((name) => `.${name}`)]
}
