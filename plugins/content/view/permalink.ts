import { attr, collapse, type Element, type Tree, textContent } from '../tree/index.ts'

/** Texts of the links by which headings link to themselves. */
const permalink =
  /^(?:[\s¶#§🔗∞❡\u200b]*|(?:direct |copy |perma)?link(?: to (?:this )?.*)?|anchor|section titled .*)$/iu
const glyph = /^[\s¶#§🔗∞❡\u200b]*$/u
const permalinkClass = /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-?link)(?:$|[\s_-])/i

/** The most nodes of a heading whose words may be those of a permalink, such as “Link to C”. */
const MAX_HEADING_NODES = 60

/**
 * Whether a link is only there for its address: it leads to the place where it is. `heading` is the heading or term
 * that it is in.
 */
export const isPermalink = (tree: Tree, a: Element, heading: Element | null): boolean => {
  const href = attr(a, 'href')
  if (!href?.startsWith('#')) return false
  const isNamed = permalinkClass.test(attr(a, 'class') ?? '')
  // Most links can be none, so their text need not be read.
  if (heading === null && !isNamed) return false
  const text = collapse(textContent(tree, a))
  if (heading !== null && (permalink.test(text) || text === href))
    return glyph.test(text) || !isWholeHeading(tree, heading, text)
  return isNamed && glyph.test(text)
}

const isWholeHeading = (tree: Tree, heading: Element, text: string): boolean =>
  heading.end - heading.id <= MAX_HEADING_NODES && glyph.test(collapse(textContent(tree, heading)).replace(text, ''))
