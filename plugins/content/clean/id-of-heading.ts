import { attr, type Element, HEADING, isElement, type Node, TEXT, type Tree, textContent } from '../tree/index.ts'
import { boilerplateNames } from './class-names.ts'

/** The most nodes of a heading, so that a long text within nested ones is read only a few times. */
const MAX_NODES = 16

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether the id of a section repeats the heading that it begins with; it is made from it then, and no name. */
export const isIdOfHeading = (tree: Tree, section: Element, id: string): boolean => {
  const first = section.first?.kind === TEXT ? section.first.next : section.first
  if (!isElement(first) || (first.tag.flags & HEADING) === 0 || first.end - first.id > MAX_NODES) return false
  return lettersOf(id) === lettersOf(textContent(tree, first))
}

/**
 * Whether an element is a section of a text, about cookies or widgets: its id and that of a section beside it repeat
 * their headings. Alone, as above the comments of readers, such an id may name what it seems to.
 */
export const isSectionOfText = (tree: Tree, element: Element): boolean => {
  const isMade = (section: Element, id = attr(section, 'id') ?? '') => id !== '' && isIdOfHeading(tree, section, id)
  const isBeside = (other: Node | null) =>
    isElement(other) && other.name === element.name && !boilerplateNames.test(attr(other, 'id') ?? '') && isMade(other)
  const { prev, next } = element
  return (
    isMade(element) &&
    (isBeside(prev?.kind === TEXT ? prev.prev : prev) || isBeside(next?.kind === TEXT ? next.next : next))
  )
}
