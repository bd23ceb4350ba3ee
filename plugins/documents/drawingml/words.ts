import { elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** The text of a drawing, whose paragraphs and lines are separated by a space. Runs divide words too. */
export const wordsOf = (element: XmlElement): string => rawOf(element).replace(/\s+/g, ' ').trim()

const rawOf = (element: XmlElement): string => {
  if (element.name === 'a:t') return xmlText(element)
  const inside = elementsOf(element).map(rawOf).join('')
  return element.name === 'a:p' || element.name === 'a:br' ? `${inside} ` : inside
}
