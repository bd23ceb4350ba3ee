import { attr, type Element, TEXT } from '../tree/index.ts'

/** Marks that separate two texts; without them a blank is needed. */
const separator = /^\s*[·•∙⋅‧|/–—›»]\s*$/
/** The most elements around the mark. */
const MAX_DEPTH = 4

/** Whether an element is a separator between two texts that is hidden from screen readers. */
export const isSeparator = (element: Element): boolean => {
  if (attr(element, 'aria-hidden') !== 'true') return false
  let node = element.first
  for (let depth = 0; node !== null && node.kind !== TEXT && depth < MAX_DEPTH; depth++) node = node.first
  return node !== null && node.kind === TEXT && separator.test(node.data)
}
