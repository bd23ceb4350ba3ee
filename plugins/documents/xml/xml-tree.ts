import { Parser } from 'htmlparser2'

/**
 * An element of an XML document. Entities in text are decoded. Elements with nothing but a name share one object.
 */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** An element that has not been closed yet. */
export interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/** The default limits, as time and memory grow with each element. Source: threats T19. */
const MAX: XmlLimits = { characters: 16_777_216, elements: 500_000, attributes: 1_000_000, depth: 64 }

/** Limits beyond which a document is refused. */
export interface XmlLimits {
  characters: number
  elements: number
  attributes: number
  depth: number
}

/** Why a text is not read as XML. */
export type XmlRefusal = 'doctype' | 'too_large' | 'too_deep' | 'no_element'

/** Decides on elements while the tree is built. Without a visitor, all elements are kept as written. */
export interface XmlVisitor<Refusal extends string = never> {
  /**
   * Returns the element to keep, `left out` to drop it with its content, or a reason to refuse the document.
   */
  opened(name: string, attributes: XmlElement['attributes']): OpenElement | 'left out' | { refused: Refusal }
  /** Called when a kept element is closed, `depth` levels below the root. */
  closed(element: XmlElement, holder: OpenElement, depth: number): void
}

const asWritten: XmlVisitor = {
  opened: (name, attributes) => ({ name, attributes, children: [] }),
  closed() {},
}

/**
 * Parses XML into a tree. It never fetches or expands anything: only the five entities of XML and character
 * references are decoded. A document is refused if its DOCTYPE declares anything, or if it exceeds the limits: 16
 * million characters, 500,000 elements or 64 levels by default. Markup that is not well-formed is read as far as
 * possible. Source: threats T19.
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
  /** The depth within a dropped element; 0 outside. */
  let outside = 0
  const refuse = (why: XmlRefusal | Refusal) => {
    refused ??= why
    parser.pause()
  }
  const parser = new Parser(
    {
      onprocessinginstruction: (name, data) => {
        // A DOCTYPE without an internal subset declares nothing.
        if (name.toLowerCase() === '!doctype' && data.includes('[')) refuse('doctype')
      },
      onattribute: () => {
        if (++attributeCount > max.attributes) refuse('too_large')
      },
      onopentag: (name, attributes) => {
        if (refused) return
        if (++elements > max.elements) return refuse('too_large')
        if (open.length + outside > max.depth) return refuse('too_deep')
        if (outside > 0) {
          outside++
          return
        }
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
        // The parser delivers text in pieces, split at entities.
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

/** Maximum of shared elements, more than any vocabulary has names. */
const MAX_SHARED = 1_000

/**
 * Shares one object among all elements with nothing but the same name, such as breaks and tabs. Each would take a
 * hundred bytes, and a document of four million characters may have half a million of them.
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

/** The children with this name, in order. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name)

/** All text within an element, unchanged. */
export const xmlText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('')
