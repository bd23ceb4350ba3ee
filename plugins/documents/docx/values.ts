import type { XmlElement } from '../xml/xml-tree.ts'

/** What an element of WordprocessingML is set to. */
export const valueOf = (element: XmlElement | undefined): string | undefined => element?.attributes['w:val']

/** A switch: on when it stands there without a value; undefined where it does not stand. */
export const isOn = (element: XmlElement | undefined): boolean | undefined => {
  if (element === undefined) return undefined
  const value = valueOf(element)
  return value === undefined || !/^(0|false|off|none)$/i.test(value)
}
