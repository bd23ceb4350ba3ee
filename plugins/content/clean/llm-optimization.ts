import { type Element, isElement, type Tree, textContent } from '../tree/index.ts'
import { inessentialNames } from './class-names.ts'
import type { Recorder } from './recorder.ts'
import { CUT, HIDDEN, type MarkedPage } from './visibility.ts'

const roles = new Set(['navigation', 'search', 'contentinfo', 'dialog', 'alertdialog', 'menubar', 'toolbar'])
const tags = new Set(['nav', 'footer', 'form', 'button', 'dialog', 'fieldset'])
/** Tags that are of no use in the main content either. */
const controls = new Set(['nav', 'button', 'dialog'])

/** Blocks that are worth comparing: shorter ones repeat for good reasons. */
const MIN_REPEATED_CHARACTERS = 30
const repeatable = new Set(['ul', 'ol', 'p', 'section', 'div', 'li', 'h2', 'h3', 'h4', 'dl'])
/**
 * Characters and nodes that are compared on a page: beyond, what repeats stays. Blocks in blocks are read for each.
 */
const MAX_COMPARED = 32_000_000
/** No element with more of the page than this is taken for something beside it. */
const MAX_SHARE = 0.5

/**
 * Marks as hidden what a language model has no use for: navigation, forms, footers, notices, and text that the page
 * has said before (a second menu for small screens). Of what the model has judged to be main content only controls
 * are left out: old forums keep their posts in a form, and shops what they say of a product in a layer.
 */
export const markInessential = (
  { tree, marks, isJudged = false }: MarkedPage & { isJudged?: boolean },
  recorder?: Recorder,
): void => {
  const { nodes, body } = tree
  const repeats = new Repeats(tree)
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (!isElement(node)) continue
    const size = node.end - node.id
    if ((marks[id]! & (CUT | HIDDEN)) !== 0) {
      id = node.end
    } else if (size < nodes.length * MAX_SHARE) {
      const isNoise = isJudged ? controls.has(node.name) : isInessential(node)
      if (!isNoise && !repeats.has(node)) continue
      marks[id]! |= HIDDEN
      recorder?.dropped(isNoise ? 'of no use to a language model' : 'said before on the page', node)
      id = node.end
    }
  }
}

const isInessential = (element: Element): boolean => {
  if (tags.has(element.name)) return !(element.name === 'footer' && isQuoted(element))
  const { attrs } = element
  for (let i = 0; i < attrs.length; i += 2) {
    const value = attrs[i + 1]!
    if (
      attrs[i] === 'role'
        ? roles.has(value)
        : (attrs[i] === 'class' || attrs[i] === 'id') && inessentialNames.test(value)
    )
      return true
  }
  return false
}

/** The footer of a quotation or a figure names its source. */
const isQuoted = ({ parent }: Element) => parent?.name === 'blockquote' || parent?.name === 'figure'

/** Tells the blocks of a page that it has had before. */
class Repeats {
  readonly #tree: Tree
  /** Where the first block with a text ends: what stands in it says the text as its part, not again. */
  readonly #endOf = new Map<string, number>()
  #left = MAX_COMPARED

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /** Blocks with few nodes alone are compared: so each text is read a few times at most. */
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
