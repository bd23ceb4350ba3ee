import { attr, type Element, isElement, TEXT } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import { CUT, HIDDEN } from './visibility.ts'

/** Class names of text for screen readers only. */
const spoken =
  /(?:^|[\s_-])(?:sr-only|sr-text|visually-?hidden|screen-?reader(?:-text|-only)?|off-?screen|clipped)(?:$|\s)/i
/** The most characters of class names that are searched. */
const MAX_NAMES = 300

/**
 * Whether an element repeats for screen readers what the one before it shows only visually. If that one is
 * decoration, which is not shown, this element is the only text.
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
