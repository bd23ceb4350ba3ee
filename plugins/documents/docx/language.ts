import { languageTag } from '../opc/core-properties.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** Counts letters by language, to find the main one of a text. */
export interface LanguageCount {
  read: (element: XmlElement) => void
  /** The main language (BCP 47). Text without a language has that of the styles. */
  most: (ofStyles: string | null) => string | null
}

/** Creates an empty count. */
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
