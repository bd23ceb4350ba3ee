import { attr, type Element, TEXT } from '../tree/index.ts'

/** Marks that part two texts: without them there has to be a blank. */
const separator = /^\s*[·•∙⋅‧|/–—›»]\s*$/
/** Elements around the mark. */
const MAX_DEPTH = 4

/** Whether an element is a mark between two texts that is hidden from those who listen. */
export const isSeparator = (element: Element): boolean => {
  if (attr(element, 'aria-hidden') !== 'true') return false
  let node = element.first
  for (let depth = 0; node !== null && node.kind !== TEXT && depth < MAX_DEPTH; depth++) node = node.first
  return node !== null && node.kind === TEXT && separator.test(node.data)
}
