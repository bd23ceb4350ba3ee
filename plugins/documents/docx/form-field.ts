import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { isOn, valueOf } from './values.ts'

/**
 * The value of a check box or drop-down list, which is not part of the text. `begin`: the element that begins its
 * field. Source: ISO/IEC 29500-1, section 17.16.17.
 */
export const formFieldText = (begin: XmlElement): string => {
  const data = childOf(begin, 'w:ffData')
  const box = data && childOf(data, 'w:checkBox')
  if (box) return (isOn(childOf(box, 'w:checked')) ?? isOn(childOf(box, 'w:default'))) ? '☒' : '☐'
  const list = data && childOf(data, 'w:ddList')
  if (!list) return ''
  const chosen = valueOf(childOf(list, 'w:result')) ?? valueOf(childOf(list, 'w:default'))
  return valueOf(childrenOf(list, 'w:listEntry')[Number(chosen ?? 0)]) ?? ''
}
