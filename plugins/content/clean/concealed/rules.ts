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

/** A selector of a tag name, class or id, with marks behind a backslash: `.md\:block`. */
const SIMPLE = /^[.#]?(?:[\w-]|\\[^\w\s])+$/

/**
 * Reads the style sheets in the page. Of rules for certain media it reads only what these show again, as in
 * `<div class="hidden md:block">`, and it skips selectors of more than one name, class or id: evaluating the rest
 * takes a browser.
 */
export function readRules(tree: Tree): ConcealingRules {
  const unreadable = new Set<string>()
  const takenAway = new Set<string>()
  const shownAgain = new Set<string>()
  let rules = 0
  let characters = 0
  for (const sheet of findAll(tree, tree.html, 'style')) {
    const text = textContent(tree, sheet).slice(0, MAX_CHARACTERS - characters)
    characters += text.length
    for (const { selectors, declarations, ofMedia } of rulesOf(withoutComments(text))) {
      if (++rules > MAX_RULES) break
      const isAway = isTakenAway(declarations)
      const shows = ofMedia && !isAway && (declarations.has('display') || declarations.has('visibility'))
      const conceals = isUnreadable(declarations) ? unreadable : isAway ? takenAway : undefined
      const into = ofMedia ? (shows ? shownAgain : undefined) : conceals
      if (into) for (const each of selectors) if (SIMPLE.test(each)) into.add(each.replaceAll('\\', ''))
    }
  }
  return {
    unreadable: (element) => unreadable.size > 0 && namesOf(element).some((name) => unreadable.has(name)),
    takenAway: (element) => {
      if (takenAway.size === 0) return false
      const names = namesOf(element)
      return names.some((name) => takenAway.has(name)) && !names.some((name) => shownAgain.has(name))
    },
  }
}

interface Rule {
  selectors: string[]
  declarations: Declarations
  /** Whether it is for certain screens. */
  ofMedia: boolean
}

function* rulesOf(text: string, ofMedia = false): Iterable<Rule> {
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
      yield { selectors, declarations: readDeclarations(text.slice(open + 1, close)), ofMedia }
    } else if (!ofMedia && head.startsWith('@media') && !head.includes('print'))
      yield* rulesOf(text.slice(open + 1, close), true)
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
