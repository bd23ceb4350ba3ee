import { Parser } from 'htmlparser2'

/**
 * An element of an XML document; text with its entities decoded. Elements that say no more than their name are one
 * and the same.
 */
export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** One that has not ended. */
export interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/** Bytes are bounded before parsing, since time and memory grow with each element. Source: threats T19. */
const MAX: XmlLimits = { characters: 16_777_216, elements: 500_000, attributes: 1_000_000, depth: 64 }

/** How much of a document is read. */
export interface XmlLimits {
  characters: number
  elements: number
  attributes: number
  depth: number
}

/** Why a text is not read as XML. */
export type XmlRefusal = 'doctype' | 'too_large' | 'too_deep' | 'no_element'

/** What becomes of elements while a tree is built of them; without it each is kept as it is written. */
export interface XmlVisitor<Refusal extends string = never> {
  /**
   * Gives the element that is kept, `left out` for one that is dropped with all that it holds, or why none is read.
   */
  opened(name: string, attributes: XmlElement['attributes']): OpenElement | 'left out' | { refused: Refusal }
  /** An element that was kept has ended, `depth` levels below the top. */
  closed(element: XmlElement, holder: OpenElement, depth: number): void
}

const asWritten: XmlVisitor = {
  opened: (name, attributes) => ({ name, attributes, children: [] }),
  closed() {},
}

/**
 * Parses XML into a tree. Nothing is ever fetched or expanded: only the five entities of XML and character references
 * are known, a document whose DOCTYPE declares anything is refused, and so is one beyond the limits: 16 million
 * characters, 500,000 elements or 64 levels unless others are given. Markup that is not well-formed is read as far as
 * it makes sense. Source: threats T19.
 */
export function parseXml<Refusal extends string = never>(
  text: string,
  max: XmlLimits = MAX,
  visitor: XmlVisitor<Refusal> = asWritten,
): XmlElement | { refused: XmlRefusal | Refusal } {
  if (text.length > max.characters) return { refused: 'too_large' }
  const top: OpenElement = { name: '', attributes: {}, children: [] }
  const open = [top]
  let refused: XmlRefusal | Refusal | undefined
  const shared = createSharing()
  let elements = 0
  let attributeCount = 0
  /** How deep the parser is in something that is left out. */
  let outside = 0
  const refuse = (why: XmlRefusal | Refusal) => {
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
        if (++attributeCount > max.attributes) refuse('too_large')
      },
      onopentag: (name, attributes) => {
        if (refused) return
        if (++elements > max.elements) return refuse('too_large')
        if (outside > 0) {
          outside++
          return
        }
        if (open.length > max.depth) return refuse('too_deep')
        const element = visitor.opened(name, attributes)
        if (element === 'left out') {
          outside = 1
        } else if ('refused' in element) {
          refuse(element.refused)
        } else {
          open.at(-1)!.children.push(element)
          open.push(element)
        }
      },
      ontext: (data) => {
        if (outside > 0) return
        const { children } = open.at(-1)!
        // The parser gives text in pieces, cut at each entity.
        const last = children.length - 1
        if (typeof children[last] === 'string') children[last] += data
        else children.push(data)
      },
      onclosetag: () => {
        if (refused) return
        if (outside > 0) {
          outside--
        } else if (open.length > 1) {
          const written = open.pop()!
          const holder = open.at(-1)!
          const closed = shared(written)
          if (closed !== written) holder.children[holder.children.length - 1] = closed
          visitor.closed(closed, holder, open.length)
        }
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  if (!refused) parser.end()
  if (refused) return { refused }
  return top.children.find((child) => typeof child !== 'string') ?? { refused: 'no_element' }
}

/** Names of which one element is kept; more than any vocabulary has. */
const MAX_SHARED = 1_000

/**
 * Gives one element for all that say no more than their name, such as breaks and tabs: each of its own takes a
 * hundred bytes, and a document of four million letters may have half a million of them.
 */
function createSharing(): (element: XmlElement) => XmlElement {
  const bare = new Map<string, XmlElement>()
  return (element) => {
    if (element.children.length > 0 || !isEmpty(element.attributes)) return element
    const known = bare.get(element.name)
    if (known === undefined && bare.size < MAX_SHARED) bare.set(element.name, element)
    return known ?? element
  }
}

function isEmpty(attributes: XmlElement['attributes']): boolean {
  for (const _ in attributes) return false
  return true
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
