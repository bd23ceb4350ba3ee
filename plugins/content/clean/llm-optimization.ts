import { closest, type Element, find, isElement, type Tree, textContent } from '../tree/index.ts'
import { inessentialNames } from './class-names.ts'
import { isSectionOfText } from './id-of-heading.ts'
import { isPageFooter } from './page-footer.ts'
import type { Recorder } from './recorder.ts'
import { TextLengths } from './text-lengths.ts'
import { CUT, HIDDEN, type MarkedPage } from './visibility.ts'

const roles = new Set(['navigation', 'search', 'contentinfo', 'dialog', 'alertdialog', 'menubar', 'toolbar'])
const tags = new Set(['nav', 'button', 'dialog', 'fieldset'])
/** Tags that are useless in the main content too. */
const controls = new Set(['nav', 'button', 'dialog'])

/** The fewest characters of a block that is compared: shorter ones repeat for good reasons. */
const MIN_REPEATED_CHARACTERS = 30
const repeatable = new Set(['ul', 'ol', 'p', 'section', 'div', 'li', 'h2', 'h3', 'h4', 'dl'])
const data = new Set(['pre', 'td', 'th'])
/**
 * The most characters and nodes that are compared on a page; later repeats stay. Nested blocks are read once for
 * each.
 */
const MAX_COMPARED = 32_000_000
/** An element with more than this share of the page is never inessential. */
const MAX_SHARE = 0.5

/**
 * Marks as hidden what is useless to a language model: navigation, forms, footers, notices, and repeated text (such
 * as a second menu for small screens). In what the model has judged to be main content, only controls are marked: old
 * forums put posts in a form, and shops put product descriptions in a layer.
 */
export const markInessential = (
  { tree, marks, isJudged = false }: MarkedPage & { isJudged?: boolean },
  recorder?: Recorder,
): void => {
  const { nodes, body } = tree
  const repeats = new Repeats(tree)
  const lengths = new TextLengths(tree)
  /** The end of the code or the cell that contains the node: both repeat themselves for good reasons. */
  let dataEnd = -1
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (!isElement(node)) continue
    const size = node.end - node.id
    if ((marks[id]! & (CUT | HIDDEN)) !== 0) {
      id = node.end
    } else if (size < nodes.length * MAX_SHARE) {
      if (data.has(node.name)) dataEnd = Math.max(dataEnd, node.end)
      const isUseless = isJudged
        ? controls.has(node.name)
        : isInessential(tree, node) || isMereForm(tree, node, lengths)
      const isNoise = isUseless && !isOfHeading(node)
      if (!isNoise && (id <= dataEnd || !repeats.has(node))) continue
      marks[id]! |= HIDDEN
      recorder?.dropped(isNoise ? 'of no use to a language model' : 'said before on the page', node)
      id = node.end
    }
  }
}

const isInessential = (tree: Tree, element: Element): boolean => {
  if (tags.has(element.name) || isPageFooter(element)) return true
  const { attrs } = element
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    if (attrs[i] === 'role' && roles.has(value)) return true
    if ((attrs[i] !== 'class' && attrs[i] !== 'id') || !inessentialNames.test(value)) continue
    if (attrs[i] === 'class' || !isSectionOfText(tree, element)) return true
  }
  return false
}

/**
 * Whether an element is a button in a heading or term, which it may be itself: the question above an answer that
 * opens. Beside other words it is a control, which text formats omit.
 */
const isOfHeading = (element: Element): boolean =>
  element.name === 'button' && closest(element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary') !== null

/** Whether an element is a form without the page in it: many sites have one around their content. */
const isMereForm = (tree: Tree, element: Element, lengths: TextLengths): boolean =>
  element.name === 'form' &&
  find(tree, element, 'h1', 'main') === null &&
  lengths.of(element) <= lengths.of(tree.body) * MAX_SHARE

/** Recognizes the blocks that occurred on the page before. */
class Repeats {
  readonly #tree: Tree
  /** Where the first block with a text ends: blocks inside it with the same text are parts of it, not repeats. */
  readonly #endOf = new Map<string, number>()
  #left = MAX_COMPARED

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /** Compares only blocks with few nodes, so that each text is read only a few times. */
  has(element: Element): boolean {
    if (!repeatable.has(element.name) || element.end - element.id > 400 || this.#left < 0) return false
    if (isElement(element.first) && element.first === element.last) return false
    const text = textContent(this.#tree, element)
    this.#left -= element.end - element.id
    if (text.length > 20_000) return false
    this.#left -= text.length
    const words = text.replace(/\s+/g, ' ').trim()
    if (words.length < MIN_REPEATED_CHARACTERS) return false
    const end = this.#endOf.get(words)
    if (end === undefined) this.#endOf.set(words, element.end)
    return end !== undefined && end < element.id
  }
}
