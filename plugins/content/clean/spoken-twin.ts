import { attr, type Element, isElement, TEXT } from '../tree/index.ts'
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
  if (element.attrs.length === 0) return false
  const { prev } = element
  const shown = isElement(prev) ? prev : (prev?.prev ?? null)
  if (!isElement(shown) || shown.attrs.length === 0 || shown.first === null) return false
  if (attr(shown, 'aria-hidden') !== 'true' || (marks[shown.id]! & (CUT | HIDDEN)) !== 0) return false
  if (prev !== shown && (prev?.kind !== TEXT || prev.data.trim() !== '')) return false
  return spoken.test((attr(element, 'class') ?? '').slice(0, MAX_NAMES))
}
