import { Unreadable } from '../../content/sandbox-toolkit.ts'
import { parseXml, type XmlElement, type XmlRefusal } from '../xml/xml-tree.ts'
import { prefixes } from './namespaces.ts'
import { isPresentational } from './presentation.ts'

/** Limits of a part. A novel in one file has some 300,000 elements. */
const MAX = { characters: 2 ** 26, elements: 1_500_000, attributes: 3_000_000, depth: 256 }
const MAX_NAMESPACES = 200
/** Maximum of namespaces that are copied, because elements within others declare more of them. */
const MAX_COPIED_NAMESPACES = 2_000_000

/** The depth down to which `take` applies: the document, the root, its children and their children. */
const TAKEN_DEPTH = 4

const noAttributes: XmlElement['attributes'] = {}

/** The usual prefix for each prefix of a file. */
type Scope = ReadonlyMap<string, string>

/**
 * Parses an XML part, without elements that only concern presentation. Names get the usual prefix of their namespace,
 * so that a paragraph is `w:p` even if the file says `ns0:p`. Nothing is fetched or expanded. The children of
 * `parent` are passed to `take` one by one, and are not kept. Throws Unreadable.
 */
export function parsePart(text: string, parent?: string, take?: (element: XmlElement) => void): XmlElement {
  const scopes: Scope[] = [new Map()]
  /** Converted names, as each occurs thousands of times. */
  const names = new Map<string, string>()
  let copied = 0
  const root = parseXml<'too_many_namespaces'>(text, MAX, {
    opened(written, attributes) {
      const outer = scopes.at(-1)!
      const scope = scopeOf(attributes, outer)
      if (scope !== outer) copied += scope.size
      if (scope.size > MAX_NAMESPACES || copied > MAX_COPIED_NAMESPACES) return { refused: 'too_many_namespaces' }
      const name = renamed(written, scope)
      if (isPresentational(name)) return 'left out'
      const known = names.get(name) ?? name
      names.set(known, known)
      scopes.push(scope)
      return { name: known, attributes: attributesOf(attributes, scope), children: [] }
    },
    closed(element, holder, depth) {
      scopes.pop()
      if (take === undefined || holder.name !== parent || depth > TAKEN_DEPTH) return
      holder.children.length = 0
      take(element)
    },
  })
  if ('refused' in root) throw unreadable[root.refused]()
  return root
}

const unreadable: Record<XmlRefusal | 'too_many_namespaces', () => Unreadable> = {
  doctype: () => new Unreadable('damaged', 'A part of the document has a DOCTYPE, which no office program writes'),
  too_large: () => new Unreadable('too_large', 'A part of the document has more than 1.5 million elements'),
  too_deep: () => new Unreadable('too_complex', `A part of the document nests deeper than ${MAX.depth} levels`),
  too_many_namespaces: () => new Unreadable('too_complex', `A part of the document names too many namespaces`),
  no_element: () => new Unreadable('damaged', 'A part of the document is empty'),
}

const scopeOf = (attributes: Readonly<Record<string, string>>, outer: Scope): Scope => {
  let scope: Map<string, string> | undefined
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue
    const uri = attributes[name]!
    const own = name.slice(6)
    const prefix = Object.hasOwn(prefixes, uri) ? prefixes[uri]! : own
    // Many programs declare the same namespaces on each element.
    if ((scope ?? outer).get(own) === prefix) continue
    scope ??= new Map(outer)
    scope.set(own, prefix)
  }
  return scope ?? outer
}

/** Attributes with the usual prefixes. Returns the given object if none changes, as it may be large. */
const attributesOf = (written: XmlElement['attributes'], scope: Scope): XmlElement['attributes'] => {
  let isEmpty = true
  for (const name in written) {
    if (attributeName(name, scope) !== name) return renamedAttributes(written, scope)
    isEmpty = false
  }
  return isEmpty ? noAttributes : written
}

const renamedAttributes = (written: XmlElement['attributes'], scope: Scope): XmlElement['attributes'] => {
  let found: Record<string, string> | undefined
  for (const name in written) {
    const own = attributeName(name, scope)
    if (own === undefined) continue
    found ??= {}
    found[own] = written[name]!
  }
  return found ?? noAttributes
}

/** Undefined for namespace declarations, and for the revision ids that Word writes. */
const attributeName = (name: string, scope: Scope): string | undefined => {
  if (name.startsWith('xmlns') || name.startsWith('w:rsid')) return undefined
  return name.includes(':') ? renamed(name, scope) : name
}

const renamed = (name: string, scope: Scope): string => {
  const colon = name.indexOf(':')
  const own = colon < 0 ? '' : name.slice(0, colon)
  const prefix = scope.get(own) ?? own
  if (prefix === own) return name
  const local = name.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}
