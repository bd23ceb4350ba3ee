import { Unreadable } from '../untrusted/extracted.ts'
import { parseXml, type XmlElement, type XmlLimits, type XmlRefusal } from '../xml-tree.ts'
import { prefixes } from './namespaces.ts'

/** A novel in one file has some 300,000 elements. */
const MOST: XmlLimits = { characters: 2 ** 26, elements: 1_500_000, depth: 256 }

const refusals: Readonly<Record<XmlRefusal, () => Unreadable>> = {
  doctype: () => new Unreadable('damaged', 'A part of the document has a DOCTYPE, which no office program writes'),
  too_large: () => new Unreadable('too_large', 'A part of the document has more than 1.5 million elements'),
  too_deep: () => new Unreadable('too_complex', `A part of the document nests deeper than ${MOST.depth} levels`),
  no_element: () => new Unreadable('damaged', 'A part of the document has nothing in it'),
}

/**
 * The root of an XML part. Names have the prefix that everybody uses for their namespace, whatever the file calls it:
 * `w:p` is a paragraph also of a program that writes `ns0:p`. Throws Unreadable.
 */
export function parsePart(text: string): XmlElement {
  // A DOCTYPE that only names a standard, as tables of contents have, declares nothing.
  const root = parseXml(text.replace(/^([^<]*(?:<\?[^>]*>\s*)*)<!DOCTYPE[^[>]*>/i, '$1'), MOST)
  if ('refused' in root) throw refusals[root.refused]()
  return named(root, new Map())
}

/** What a file calls a namespace, and what everybody does. */
type Scope = ReadonlyMap<string, string>

const named = (element: XmlElement, outer: Scope): XmlElement => {
  const scope = scopeOf(element, outer)
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(element.attributes)) {
    attributes[name.includes(':') ? renamed(name, scope) : name] = value
  }
  return {
    name: renamed(element.name, scope),
    attributes,
    children: element.children.map((child) => (typeof child === 'string' ? child : named(child, scope))),
  }
}

const scopeOf = (element: XmlElement, outer: Scope): Scope => {
  let scope: Map<string, string> | undefined
  for (const [name, uri] of Object.entries(element.attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    const own = name.slice(6)
    scope ??= new Map(outer)
    scope.set(own, Object.hasOwn(prefixes, uri) ? prefixes[uri]! : own)
  }
  return scope ?? outer
}

const renamed = (name: string, scope: Scope): string => {
  const colon = name.indexOf(':')
  const own = colon < 0 ? '' : name.slice(0, colon)
  const prefix = scope.get(own) ?? own
  if (prefix === own) return name
  const local = name.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}
