import { languageTag } from '../opc/core-properties.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** Finds the language that most of a text is marked as. */
export interface LanguageCount {
  read: (element: XmlElement) => void
  /** BCP 47; text without a mark of its own is in the language of the styles. */
  most: (ofStyles: string | null) => string | null
}

/** Counts letters by the language that they are marked as. */
export const createLanguageCount = (): LanguageCount => {
  const lengths = new Map<string | null, number>()
  const read = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === 'w:r') count(child)
      else read(child)
    }
  }
  const count = (run: XmlElement) => {
    const properties = childOf(run, 'w:rPr')
    const own = (properties && childOf(properties, 'w:lang'))?.attributes['w:val']
    const language = languageTag(own ?? null)
    const length = childrenOf(run, 'w:t').reduce((sum, text) => sum + xmlText(text).length, 0)
    lengths.set(language, (lengths.get(language) ?? 0) + length)
  }
  const most = (ofStyles: string | null) => {
    const [longest] = [...lengths].sort(([, one], [, other]) => other - one)
    return longest?.[0] ?? ofStyles
  }
  return { read, most }
}
