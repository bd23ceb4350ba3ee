import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml-tree.ts'

/** Text without a language of its own is in that of the styles, where more of it is so than in any other. BCP 47. */
export const languageOf = (body: XmlElement, ofStyles: string | null): string | null => {
  const lengths = new Map<string | null, number>()
  const visit = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === 'w:r') count(child)
      else visit(child)
    }
  }
  const count = (run: XmlElement) => {
    const properties = childOf(run, 'w:rPr')
    const own = (properties && childOf(properties, 'w:lang'))?.attributes['w:val']
    const language = own !== undefined && /^[a-z]{2,3}(-[\w-]+)?$/i.test(own) ? own : ofStyles
    const length = childrenOf(run, 'w:t').reduce((sum, text) => sum + xmlText(text).length, 0)
    lengths.set(language, (lengths.get(language) ?? 0) + length)
  }
  visit(body)
  const [longest] = [...lengths].sort(([, one], [, other]) => other - one)
  return longest ? longest[0] : ofStyles
}
