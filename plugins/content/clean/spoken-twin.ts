import { attr, type Element, isElement } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import { CUT, HIDDEN } from './visibility.ts'

/** Names of what is only read aloud. */
const spoken =
  /(?:^|[\s_-])(?:sr-only|sr-text|visually-?hidden|screen-?reader(?:-text|-only)?|off-?screen|clipped)(?:$|\s)/i
/** Longer names are not looked through. Characters. */
const MAX_NAMES = 300

/**
 * Whether an element says once more, for those who listen, what the one before it shows to the eye alone. What is
 * decoration there, and so not shown by us, is said here alone.
 */
export const isSpokenTwin = (element: Element, marks: View['marks']): boolean => {
  const { prev, attrs } = element
  if (attrs.length === 0 || !isElement(prev) || prev.attrs.length === 0 || prev.first === null) return false
  if (attr(prev, 'aria-hidden') !== 'true' || (marks[prev.id]! & (CUT | HIDDEN)) !== 0) return false
  return spoken.test((attr(element, 'class') ?? '').slice(0, MAX_NAMES))
}
