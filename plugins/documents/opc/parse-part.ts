import { Parser } from 'htmlparser2'
import { Unreadable } from '../../content/sandbox-toolkit.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { isLooks } from './looks.ts'
import { prefixes } from './namespaces.ts'

/** A novel in one file has some 300,000 elements. */
const MAX = { characters: 2 ** 26, elements: 1_500_000, attributes: 3_000_000, depth: 256, namespaces: 200 }

/** The top, the root, its child and the child of that: what is taken stands in one of these. */
const TAKEN_DEPTH = 4

const noAttributes: XmlElement['attributes'] = {}

/** What a file calls a namespace, and what everybody does. */
type Scope = ReadonlyMap<string, string>

/**
 * The root of an XML part, without what says nothing but how it looks. Names have the prefix that everybody uses for
 * their namespace, whatever the file calls it: `w:p` is a paragraph also of a program that writes `ns0:p`. Nothing is
 * fetched or expanded. The children of `parent` are given to `take` one after another, and are not kept. Throws
 * Unreadable.
 */
export function parsePart(text: string, parent?: string, take?: (element: XmlElement) => void): XmlElement {
  if (text.length > MAX.characters) throw tooLarge()
  const top: XmlElement = { name: '', attributes: noAttributes, children: [] }
  const open = [top]
  const scopes: Scope[] = [new Map()]
  /** Names are the same thousands of times. */
  const names = new Map<string, string>()
  let elements = 0
  let attributeCount = 0
  /** How deep the parser is in something that is left out. */
  let outside = 0
  let refused: Unreadable | undefined
  const refuse = (why: Unreadable) => {
    refused ??= why
    parser.pause()
  }
  const parser = new Parser(
    {
      onprocessinginstruction: (name, data) => {
        // One that only names a standard, as tables of contents have, declares nothing.
        if (name.toLowerCase() === '!doctype' && data.includes('[')) refuse(doctype())
      },
      onattribute: () => {
        if (++attributeCount > MAX.attributes) refuse(tooLarge())
      },
      onopentag: (written, attributes) => {
        if (refused) return
        if (++elements > MAX.elements) return refuse(tooLarge())
        if (outside > 0) {
          outside++
          return
        }
        if (open.length > MAX.depth) return refuse(tooDeep())
        const scope = scopeOf(attributes, scopes.at(-1)!)
        if (scope.size > MAX.namespaces) return refuse(tooComplex())
        const name = renamed(written, scope)
        if (isLooks(name)) {
          outside = 1
          return
        }
        const known = names.get(name) ?? name
        names.set(known, known)
        const element: XmlElement = { name: known, attributes: attributesOf(attributes, scope), children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
        scopes.push(scope)
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
          return
        }
        if (open.length === 1) return
        const closed = open.pop()!
        scopes.pop()
        const holder = open.at(-1)!
        if (take === undefined || holder.name !== parent || open.length > TAKEN_DEPTH) return
        holder.children.length = 0
        take(closed)
      },
    },
    { xmlMode: true },
  )
  parser.write(text)
  if (!refused) parser.end()
  if (refused) throw refused
  const root = top.children.find((child) => typeof child !== 'string')
  if (root === undefined) throw new Unreadable('damaged', 'A part of the document has nothing in it')
  return root
}

const doctype = () => new Unreadable('damaged', 'A part of the document has a DOCTYPE, which no office program writes')
const tooLarge = () => new Unreadable('too_large', 'A part of the document has more than 1.5 million elements')
const tooDeep = () => new Unreadable('too_complex', `A part of the document nests deeper than ${MAX.depth} levels`)

const tooComplex = () =>
  new Unreadable('too_complex', `A part of the document names more than ${MAX.namespaces} namespaces`)

const scopeOf = (attributes: Readonly<Record<string, string>>, outer: Scope): Scope => {
  let scope: Map<string, string> | undefined
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue
    const uri = attributes[name]!
    const own = name.slice(6)
    scope ??= new Map(outer)
    scope.set(own, Object.hasOwn(prefixes, uri) ? prefixes[uri]! : own)
  }
  return scope ?? outer
}

const attributesOf = (written: Readonly<Record<string, string>>, scope: Scope): XmlElement['attributes'] => {
  let found: Record<string, string> | undefined
  for (const name in written) {
    // Declarations, and what Word writes to tell who edited when.
    if (name.startsWith('xmlns') || name.startsWith('w:rsid')) continue
    found ??= {}
    found[name.includes(':') ? renamed(name, scope) : name] = written[name]!
  }
  return found ?? noAttributes
}

const renamed = (name: string, scope: Scope): string => {
  const colon = name.indexOf(':')
  const own = colon < 0 ? '' : name.slice(0, colon)
  const prefix = scope.get(own) ?? own
  if (prefix === own) return name
  const local = name.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}
