import type { XmlElement } from '../xml/xml-tree.ts'

/** XML as data. An element with nothing but text is a string. */
export type XmlData = string | { [name: string]: XmlData | XmlData[] }

/**
 * Converts an element to data: attributes are named `@name`, children by their name, and text beside other content
 * `#text`. Several children of one name are an array. `<a x="1"><b>2</b><b>3</b></a>` gives `{ "@x": "1", "b": ["2",
 * "3"] }`.
 */
export function xmlData(element: XmlElement): XmlData {
  const data: { [name: string]: XmlData | XmlData[] } = Object.create(null)
  let text = ''
  let simple = true
  for (const name in element.attributes) {
    data[`@${name}`] = element.attributes[name]!
    simple = false
  }
  for (const child of element.children) {
    if (typeof child === 'string') {
      text += child
      continue
    }
    simple = false
    if (child.name === '__proto__') continue
    const value = xmlData(child)
    const before = data[child.name]
    if (before === undefined) data[child.name] = value
    else if (Array.isArray(before)) before.push(value)
    else data[child.name] = [before, value]
  }
  if (simple) return text.trim()
  if (text.trim()) data['#text'] = text.trim()
  return data
}
