import { attr, BLOCK, ELEMENT, type Element, TEXT, type Tree, tagOf, tokens, UNSEEN } from '../tree/index.ts'
import { TAG_CODES } from '../tree/tags.ts'
import { type Line, TextLines } from './text/text-lines.ts'

/** A `<link>`, and the words of its `rel` in lower case. */
export interface LinkElement {
  element: Element
  rels: readonly string[]
}

/** The content of a page from which its metadata and quality are read. */
export interface Survey {
  /** Values of `<meta>` by name, property, itemprop or http-equiv in lower case; empty ones are omitted. */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly LinkElement[]
  /** The first `<title>` outside drawings. */
  title: Element | null
  /** The first hundred `<h1>` and `<h2>`. */
  headings: readonly Element[]
  /** The texts of the JSON-LD scripts. */
  jsonLd: readonly string[]
  /** Elements with `itemscope`, with `typeof`, `<time>`, and those with attributes about an author or a date. */
  scopes: readonly Element[]
  typed: readonly Element[]
  times: readonly Element[]
  marked: readonly Element[]
  /** The number of elements with these names in the body, outside `noscript`. */
  count(...names: readonly string[]): number
  /** `<a href>` in the body. */
  linkCount: number
  lines: readonly Line[]
  /** The characters of all lines, and the share of them in links, 0 to 1. */
  textLength: number
  linkedShare: number
}

/** Words in `class`, `id`, `itemprop` and `rel` about the author or the date of a page. */
const MARKS =
  /auth?or|byline|by-line|writer|writtenby|written-by|creator|contributor|columnist|redact|autor|auteur|verfasser|user-?name|poster|postleft|date|time|publish|posted|created|meta/i
/** Addresses of pages about a person who writes. */
const PROFILE =
  /[/?](?:authors?|autor(?:en|es)?|auteurs?|people|persons?|profiles?|contributors?|writers?|columnists?|journalists?|reporters?|staff|team|users?|u|members?|by|bio|redaktion|redakteure?|mitarbeiter)[/=]|\/~\w|\bmember(?:list)?\.php\?|\baction=profile/i
/** Elements that need more than their attributes and their number recorded. */
const noted = new Uint8Array(TAG_CODES)
for (const name of ['meta', 'link', 'title', 'script', 'noscript', 'h1', 'h2', 'time', 'a', 'br'])
  noted[tagOf(name).code] = 1
const MAX = { marked: 400, times: 100, headings: 100, jsonLd: 200 }

/** Whether a `class` value is about an author or a date. Pages repeat their classes, so each value is tested once. */
class ClassMarks {
  readonly #known = new Map<string, boolean>()

  has(value: string): boolean {
    let known = this.#known.get(value)
    if (known === undefined) {
      known = MARKS.test(value)
      this.#known.set(value, known)
    }
    return known
  }
}

/** Surveys a page in one pass over its nodes. */
export const survey = (tree: Tree): Survey => new Surveyor(tree).run()

class Surveyor {
  readonly #tree: Tree
  readonly #marks = new ClassMarks()
  readonly #metas = new Map<string, string[]>()
  readonly #links: LinkElement[] = []
  readonly #headings: Element[] = []
  readonly #jsonLd: string[] = []
  readonly #scopes: Element[] = []
  readonly #typed: Element[] = []
  readonly #times: Element[] = []
  readonly #marked: Element[] = []
  readonly #counts = new Uint32Array(TAG_CODES)
  readonly #shown = new TextLines()
  /** The lines in `noscript`. */
  readonly #fallback = new TextLines()
  #title: Element | null = null
  #linkCount = 0
  #linkEnd = -1
  #noscriptEnd = -1

  constructor(tree: Tree) {
    this.#tree = tree
  }

  run(): Survey {
    const { nodes, body } = this.#tree
    const blockEnds: number[] = []
    let blockEnd = Number.POSITIVE_INFINITY
    for (let id = 0; id < nodes.length; id++) {
      const node = nodes[id]!
      while (blockEnd < id) {
        blockEnd = blockEnds.pop()!
        this.#lines(id - 1).end()
      }
      if (node.kind === TEXT) {
        if (id > body.id) this.#lines(id).add(node.data, id, id <= this.#linkEnd)
        continue
      }
      if (node.attrs.length > 0) this.#attributes(node)
      if (noted[node.tag.code] === 1) this.#element(node)
      if (id > body.id && id > this.#noscriptEnd) this.#counts[node.tag.code]!++
      // A drawing has its own title and texts.
      if (node.name === 'svg') id = node.end
      else if (node.tag.flags & UNSEEN) {
        if (id > body.id || node.name === 'script') id = node.end
      } else if (node.tag.flags & BLOCK) {
        this.#lines(id).end()
        blockEnds.push(blockEnd)
        blockEnd = node.end
      }
    }
    this.#shown.end()
    this.#fallback.end()
    return this.#found()
  }

  #lines(id: number): TextLines {
    return id > this.#noscriptEnd ? this.#shown : this.#fallback
  }

  #attributes(element: Element): void {
    const { attrs } = element
    const canMark = this.#canMark(element)
    let marked = false
    for (let at = 0; at < attrs.length; at += 2) {
      switch (attrs[at]) {
        case 'itemscope':
          this.#scopes.push(element)
          break
        case 'typeof':
          this.#typed.push(element)
          break
        case 'class':
          if (canMark && !marked) marked = this.#marks.has(attrs[at + 1]!)
          break
        case 'id':
        case 'itemprop':
        case 'rel':
        case 'property':
        case 'data-testid':
          if (canMark && !marked) marked = MARKS.test(attrs[at + 1]!)
          break
      }
    }
    if (marked) this.#marked.push(element)
  }

  #canMark(element: Element): boolean {
    const { length } = this.#marked
    return length < MAX.marked && this.#marked[length - 1] !== element && element.id >= this.#tree.body.id
  }

  #element(element: Element): void {
    switch (element.name) {
      case 'meta':
        addMeta(this.#metas, element)
        break
      case 'link':
        this.#links.push({ element, rels: tokens(element, 'rel') })
        break
      case 'title':
        this.#title ??= element
        break
      case 'script':
        if (this.#jsonLd.length < MAX.jsonLd && isJsonLd(element)) this.#jsonLd.push(textOf(element))
        break
      case 'noscript':
        if (element.id < this.#tree.body.id) break
        this.#shown.end()
        this.#noscriptEnd = Math.max(this.#noscriptEnd, element.end)
        break
      case 'h1':
      case 'h2':
        if (this.#headings.length < MAX.headings) this.#headings.push(element)
        break
      case 'time':
        if (this.#times.length < MAX.times) this.#times.push(element)
        break
      case 'a':
        this.#link(element)
        break
      case 'br':
        this.#lines(element.id).add(' ', element.id, false)
        break
    }
  }

  #link(element: Element): void {
    const href = attr(element, 'href')
    if (href === null) return
    if (element.id > this.#noscriptEnd) this.#linkCount++
    if (this.#canMark(element) && PROFILE.test(href)) this.#marked.push(element)
    this.#linkEnd = Math.max(this.#linkEnd, element.end)
  }

  #found(): Survey {
    const counts = this.#counts
    const lines = choose(this.#shown.lines, this.#fallback.lines)
    let textLength = 0
    let linked = 0
    for (const line of lines) {
      textLength += line.text.length
      linked += line.linked
    }
    return {
      metas: this.#metas,
      links: this.#links,
      title: this.#title,
      headings: this.#headings,
      jsonLd: this.#jsonLd,
      scopes: this.#scopes,
      typed: this.#typed,
      times: this.#times,
      marked: this.#marked,
      count: (...names) => {
        let sum = 0
        for (const name of names) sum += counts[tagOf(name).code]!
        return sum
      },
      linkCount: this.#linkCount,
      lines,
      textLength,
      linkedShare: textLength === 0 ? 0 : linked / textLength,
    }
  }
}

/** Chooses the lines of the page. Some forums put all posts in `noscript`, which is then the page. */
function choose(shown: Line[], fallback: Line[]): Line[] {
  const size = (lines: Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0)
  return fallback.length > 0 && size(fallback) > size(shown) ? [...shown, ...fallback] : shown
}

function isJsonLd(script: Element): boolean {
  const type = attr(script, 'type')
  return type !== null && /^\s*application\/(?:ld\+json|json\+ld)\b/i.test(type)
}

function textOf(element: Element): string {
  let text = ''
  for (let node = element.first; node !== null; node = node.next) if (node.kind !== ELEMENT) text += node.data
  return text
}

/** Attributes that may contain the name of a `<meta>`. */
const NAMES = ['property', 'name', 'itemprop', 'http-equiv']
/** The most names in one attribute; each gets the whole content. */
const MAX_NAMES = 8

function addMeta(metas: Map<string, string[]>, meta: Element): void {
  const content = (attr(meta, 'content') ?? attr(meta, 'value') ?? '').trim()
  if (content === '') return
  const names: string[] = []
  for (const place of NAMES) {
    const name = attr(meta, place)
    if (name && !names.includes(name)) names.push(name)
  }
  for (const name of names) {
    const lower = name.trim().toLowerCase()
    // RDFa allows several properties in one attribute.
    if (/\s/.test(lower)) for (const each of lower.split(/\s+/, MAX_NAMES)) addValue(metas, each, content)
    else addValue(metas, lower, content)
  }
}

function addValue(metas: Map<string, string[]>, name: string, value: string): void {
  const values = metas.get(name)
  if (values) values.push(value)
  else metas.set(name, [value])
}
