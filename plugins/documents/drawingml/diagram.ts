import { escape, tag } from '../html-writer/markup.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'
import { wordsOf } from './words.ts'

/** The texts of a diagram (SmartArt), as a list. */
export const diagramHtml = (root: XmlElement): string => {
  const list = childOf(root, 'dgm:ptLst')
  const texts = (list ? childrenOf(list, 'dgm:pt') : []).map((point) => {
    const body = childOf(point, 'dgm:t')
    return body ? wordsOf(body) : ''
  })
  const filled = texts.filter((text) => text !== '')
  return filled.length === 0 ? '' : tag('ul', filled.map((text) => tag('li', escape(text))).join(''))
}
