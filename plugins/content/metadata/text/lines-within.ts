import { BLOCK, type Element, TEXT, type Tree, UNSEEN } from '../../tree/index.ts'
import { evenSpaces, withoutWraps } from '../../white-space.ts'

/** The most characters that are read: elements that name an author or a date are short. */
const MAX_LENGTH = 2_000

/**
 * The text of an element in lines. A new line begins at a block, and where two inline elements join a word and a
 * capital.
 */
export function linesWithin(tree: Tree, element: Element): string[] {
  let text = ''
  for (let id = element.id + 1; id <= element.end && text.length < MAX_LENGTH; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) text += evenSpaces(withoutWraps(node.data.slice(0, MAX_LENGTH)))
    else if (node.tag.flags & UNSEEN || node.name === 'svg') id = node.end
    else text += node.tag.flags & BLOCK || node.name === 'br' || node.name === 'time' ? '\n' : '\u0001'
  }
  if (text.includes('\u0001'))
    text = text.replace(/([\p{L}\p{N}.)])\u0001+(?=\p{Lu})/gu, '$1\n').replaceAll('\u0001', '')
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
