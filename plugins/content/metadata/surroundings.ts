import type { Element } from '../tree/index.ts'
import { attributeText } from './text/attribute-text.ts'

/** What the position of an element says about a name or a date in it. */
export type PlaceMark =
  | 'farAbove'
  | 'justAbove'
  | 'near'
  | 'below'
  | 'farBelow'
  | 'inMain'
  | 'inAside'
  | 'inTeaser'
  | 'inComments'

/** The position relative to the headline, by the number of lines below it. */
export function placeOf(lines: number): PlaceMark {
  if (lines < -6) return 'farAbove'
  if (lines < 0) return 'justAbove'
  if (lines <= 4) return 'near'
  return lines <= 12 ? 'below' : 'farBelow'
}

const NAMED = ['class', 'id']
/** Words in class names of readers' comments, and of teasers for other pages. */
const COMMENTS = /\bcomment|\breply|replies|discussion/i
const TEASER = /related|recommended|sidebar|teaser|\bcard\b|widget|popular|latest|trending|read-?next|more-/i

/** The surroundings of elements, cached for their ancestors. */
export class Surroundings {
  readonly #known = new Map<Element, readonly PlaceMark[]>()

  of(element: Element): readonly PlaceMark[] {
    const known = this.#known.get(element)
    if (known) return known
    const around = element.parent === null ? [] : this.of(element.parent)
    const own = ownMark(element)
    // Of comments and teasers the innermost counts: a teaser among the comments is not a comment.
    const marks =
      own === undefined || around.includes(own)
        ? around
        : [...around.filter((mark) => !(isAside(own) && isAside(mark))), own]
    this.#known.set(element, marks)
    return marks
  }
}

const isAside = (mark: PlaceMark) => mark === 'inTeaser' || mark === 'inComments'

function ownMark(element: Element): PlaceMark | undefined {
  switch (element.name) {
    case 'main':
    case 'article':
      return 'inMain'
    case 'nav':
    case 'footer':
    case 'aside':
    case 'form':
      return 'inAside'
    // The classes of a whole page say what it contains: `comments-open`, `has-sidebar`.
    case 'html':
    case 'body':
      return undefined
  }
  if (element.attrs.length === 0) return undefined
  const named = attributeText(element, NAMED)
  if (named === '') return undefined
  return COMMENTS.test(named) ? 'inComments' : TEASER.test(named) ? 'inTeaser' : undefined
}
