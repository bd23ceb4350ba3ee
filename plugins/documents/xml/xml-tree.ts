import { Parser } from 'htmlparser2'

/** An element of an XML document; text with its entities decoded. */
export interface XmlElement {
  /** With its prefix, as written. */
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Bytes are bounded before parsing, since time and memory grow with each element. Source: threats T19. */
const MAX = { characters: 16_777_216, elements: 500_000, attributes: 1_000_000, depth: 64 }

/** Why a text is not read as XML. */
export type XmlRefusal = 'doctype' | 'too_large' | 'too_deep' | 'no_element'

/**
 * Parses XML into a tree. Nothing is ever fetched or expanded: only the five entities of XML and character references
 * are known, a document whose DOCTYPE declares anything is refused, and so is one of more than 16 million characters,
 * 500,000 elements or 64 levels. Markup that is not well-formed is read as far as it makes sense. Source: threats
 * T19.
 */
export function parseXml(text: string): XmlElement | { refused: XmlRefusal } {
  if (text.length > MAX.characters) return { refused: 'too_large' }
  const top: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let refused: XmlRefusal | undefined
  let elements = 0
  let attributes = 0
  const refuse = (why: XmlRefusal) => {
    refused ??= why
    parser.pause()
  }
  const parser = new Parser(
    {
      onprocessinginstruction: (name, data) => {
        // One that only names a standard declares nothing.
        if (name.toLowerCase() === '!doctype' && data.includes('[')) refuse('doctype')
      },
      onattribute: () => {
        if (++attributes > MAX.attributes) refuse('too_large')
      },
      onopentag: (name, attributes) => {
        if (refused) return
        if (++elements > MAX.elements) return refuse('too_large')
        if (open.length > MAX.depth) return refuse('too_deep')
        const element: XmlElement = { name, attributes, children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext: (data) => {
        const { children } = open.at(-1)!
        // The parser gives text in pieces, cut at each entity.
        const last = children.length - 1
        if (typeof children[last] === 'string') children[last] += data
        else children.push(data)
      },
      onclosetag: () => {
        if (!refused && open.length > 1) open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  if (!refused) parser.end()
  const root = top.children.find((child) => typeof child !== 'string')
  if (refused) return { refused }
  return root ?? { refused: 'no_element' }
}

/** The children that are elements. */
export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string')

/** The first child element with one of these names. */
export const childOf = (element: XmlElement, ...names: readonly string[]): XmlElement | undefined => {
  for (const name of names) {
    const found = element.children.find((child) => typeof child !== 'string' && child.name === name)
    if (found) return found as XmlElement
  }
  return undefined
}

/** The children of this name, in their order. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name)

/** All text within, as it stands. */
export const xmlText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('')
