import { attr, closest, type Element } from '../tree/index.ts'

/** What the place of an element tells about a name or a date in it. */
export type PlaceMark = 'farAbove' | 'justAbove' | 'near' | 'below' | 'farBelow' | 'inMain' | 'inAside' | 'inTeaser'

/** How far below the headline something stands, in lines. */
export function placeOf(lines: number): PlaceMark {
  if (lines < -6) return 'farAbove'
  if (lines < 0) return 'justAbove'
  if (lines <= 4) return 'near'
  return lines <= 12 ? 'below' : 'farBelow'
}

/** Words in `class` and `id` of what belongs to other pages or to readers. */
const TEASER =
  /\bcomment|\breply|replies|related|recommended|sidebar|teaser|\bcard\b|widget|popular|latest|trending|read-?next|more-/i

/** The parts of the page that an element stands in. */
export function surroundingsOf(element: Element): PlaceMark[] {
  const marks: PlaceMark[] = []
  if (closest(element, 'main', 'article')) marks.push('inMain')
  if (closest(element, 'nav', 'footer', 'aside', 'form')) marks.push('inAside')
  for (let each: Element | null = element; each !== null; each = each.parent) {
    if (!TEASER.test(`${attr(each, 'class') ?? ''} ${attr(each, 'id') ?? ''}`)) continue
    marks.push('inTeaser')
    break
  }
  return marks
}
