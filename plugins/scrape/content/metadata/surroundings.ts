import { attr, closest, type Element } from '../tree/index.ts'

/** What the place of an element tells about a name or a date in it. */
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

/** How far below the headline something stands, in lines. */
export function placeOf(lines: number): PlaceMark {
  if (lines < -6) return 'farAbove'
  if (lines < 0) return 'justAbove'
  if (lines <= 4) return 'near'
  return lines <= 12 ? 'below' : 'farBelow'
}

/** Words in `class` and `id` of what readers wrote, and of what belongs to other pages. */
const COMMENTS = /\bcomment|\breply|replies|discussion/i
const WHOLE = /^(?:html|body|main|article)$/
const TEASER = /related|recommended|sidebar|teaser|\bcard\b|widget|popular|latest|trending|read-?next|more-/i

/** The parts of the page that an element stands in. */
export function surroundingsOf(element: Element): PlaceMark[] {
  const marks: PlaceMark[] = []
  if (closest(element, 'main', 'article')) marks.push('inMain')
  if (closest(element, 'nav', 'footer', 'aside', 'form')) marks.push('inAside')
  // The classes of a whole page say what it has: `comments-open`, `has-sidebar`.
  for (let each: Element | null = element; each !== null && !WHOLE.test(each.name); each = each.parent) {
    const named = `${attr(each, 'class') ?? ''} ${attr(each, 'id') ?? ''}`
    const comments = COMMENTS.test(named)
    if (!comments && !TEASER.test(named)) continue
    marks.push(comments ? 'inComments' : 'inTeaser')
    break
  }
  return marks
}
