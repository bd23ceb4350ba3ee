import { attr, type Element, isElement, TEXT } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import { CUT, HIDDEN } from './visibility.ts'

/** Class names of text for screen readers only. */
const spoken =
  /(?:^|[\s_-])(?:sr-only|sr-text|visually-?hidden|screen-?reader(?:-text|-only)?|off-?screen|clipped)(?:$|\s)/i
/** The same effect in a style: a box of a pixel whose content is cut off. */
const clipped = /(?:^|[;\s])clip(?:-path)?\s*:/i
/** The most characters of class names and of a style that are searched. */
const MAX_NAMES = 300

/** Whether an element is for screen readers only. */
export const isSpokenOnly = (element: Element): boolean => {
  const { attrs } = element
  for (let i = 0; i < attrs.length; i += 2) {
    if (attrs[i] !== 'class' && attrs[i] !== 'style') continue
    const value = attrs[i + 1]!.slice(0, MAX_NAMES)
    if (attrs[i] === 'class' ? spoken.test(value) : clipped.test(value) && value.includes('absolute')) return true
  }
  return false
}

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
  return isSpokenOnly(element)
}
