import type { XmlElement } from '../xml/xml-tree.ts'

/** The value (`w:val`) of an element. */
export const valueOf = (element: XmlElement | undefined): string | undefined => element?.attributes['w:val']

/** The value of a toggle: true if the element has no value, undefined if there is no element. */
export const isOn = (element: XmlElement | undefined): boolean | undefined => {
  if (element === undefined) return undefined
  const value = valueOf(element)
  return value === undefined || !/^(0|false|off|none)$/i.test(value)
}
