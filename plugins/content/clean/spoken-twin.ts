import { attr, type Element, isElement } from '../tree/index.ts'

/** Names of what is only read aloud. */
const spoken =
  /(?:^|[\s_-])(?:sr-only|sr-text|visually-?hidden|screen-?reader(?:-text|-only)?|off-?screen|clipped)(?:$|\s)/i
/** Longer names are not looked through. Characters. */
const MAX_NAMES = 300

/** Whether an element says once more, for those who listen, what the one before it shows to the eye alone. */
export const isSpokenTwin = (element: Element): boolean => {
  const { prev, attrs } = element
  if (attrs.length === 0 || !isElement(prev) || prev.attrs.length === 0 || prev.first === null) return false
  return attr(prev, 'aria-hidden') === 'true' && spoken.test((attr(element, 'class') ?? '').slice(0, MAX_NAMES))
}
