import { attr, type Element, TEXT } from '../tree/index.ts'

/** Names of icons are in the lower case of an address: `arrow_forward`. Characters. */
const MAX_LENGTH = 40
const ligature = /^\s*[a-z\d]+(?:_[a-z\d]+)*\s*$/
const iconFont = /(?:^|[\s-])material-(?:icons|symbols)(?:$|[\s-])/

/** Whether all that an element says is the name of an icon, which a font shows in its place. */
export const isIconName = (element: Element): boolean => {
  const { first, last } = element
  if (first === null || first !== last || first.kind !== TEXT || first.data.length > MAX_LENGTH) return false
  const names = attr(element, 'class')
  return names !== null && iconFont.test(names) && ligature.test(first.data)
}
