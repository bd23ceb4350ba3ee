import { attr, BLOCK, ELEMENT, type Element, TEXT, type Tree, tagOf, UNSEEN } from '../tree/index.ts'
import { TAG_CODES } from '../tree/tags.ts'

/** A line of text as a reader sees it: what stands between two block boundaries. White space is collapsed. */
export interface Line {
  text: string
  /** `id` of its first text node. */
  id: number
  /** Characters of it that stand in links. */
  linked: number
}

/** What a page holds that its metadata and quality are read from. */
export interface Survey {
  /** Values of `<meta>` by name, property, itemprop or http-equiv in lower case; empty ones are left out. */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly Element[]
  /** The first `<title>` outside of drawings. */
  title: Element | null
  /** `<h1>` and `<h2>`, the first hundred. */
  headings: readonly Element[]
  /** Text of the JSON-LD scripts. */
  jsonLd: readonly string[]
  /** Elements with `itemscope`, with `typeof`, `<time>`, and those whose attributes speak of an author or a date. */
  scopes: readonly Element[]
  typed: readonly Element[]
  times: readonly Element[]
  marked: readonly Element[]
  /** How many elements of these names the body holds, outside of `noscript`. */
  count(...names: readonly string[]): number
  /** `<a href>` in the body. */
  linkCount: number
  lines: readonly Line[]
}

/** Words in `class`, `id`, `itemprop` and `rel` that tell who wrote a page or when. */
const MARKS =
  /auth?or|byline|by-line|writer|writtenby|written-by|creator|contributor|columnist|redact|autor|auteur|verfasser|date|time|publish|posted|created|meta/i
/** Addresses of pages about a person who writes. */
const PROFILE =
  /[/?](?:authors?|autor(?:en|es)?|auteurs?|people|persons?|profiles?|contributors?|writers?|columnists?|journalists?|reporters?|staff|team|users?|u|members?|by|bio|redaktion|redakteure?|mitarbeiter)[/=]/i
const MOST = { marked: 400, times: 100, headings: 100, jsonLd: 200 }

/** Whether an attribute's text speaks of an author or a date. Pages repeat their class names, so each text is tested once. */
class Marks {
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

/** White space that is more or other than a blank. */
const BLANKS = /[\t\n\f\r\u00a0]|\s\s/

/** Collects the lines of text in one pass over the nodes. */
class Lines {
  readonly lines: Line[] = []
  #text = ''
  #id = 0
  #linked = 0

  add(data: string, id: number, inLink: boolean): void {
    if (this.#text === '') {
      // Most text nodes are the white space between two tags.
      if (data.charCodeAt(0) <= 32 && data.trim() === '') return
      this.#id = id
    }
    this.#text += data
    if (inLink) this.#linked += data.length
  }

  end(): void {
    if (this.#text === '') return
    const trimmed = this.#text.trim()
    const text = BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
    if (text) this.lines.push({ text, id: this.#id, linked: Math.min(this.#linked, text.length) })
    this.#text = ''
    this.#linked = 0
  }
}

/** Goes over all nodes of a page once. */
export function survey(tree: Tree): Survey {
  const metas = new Map<string, string[]>()
  const links: Element[] = []
  const headings: Element[] = []
  const jsonLd: string[] = []
  const scopes: Element[] = []
  const typed: Element[] = []
  const times: Element[] = []
  const marked: Element[] = []
  const counts = new Uint32Array(TAG_CODES)
  const marks = new Marks()
  const shown = new Lines()
  const fallback = new Lines()
  let lines = shown
  let title: Element | null = null
  let linkCount = 0
  let linkEnd = -1
  let noscriptEnd = -1
  const { nodes, body } = tree
  const blockEnds: number[] = []

  for (let id = 0; id < nodes.length; id++) {
    const node = nodes[id]!
    while (blockEnds.length > 0 && blockEnds.at(-1)! < id) {
      blockEnds.pop()
      lines.end()
    }
    if (id > noscriptEnd) lines = shown
    if (node.kind === TEXT) {
      if (id >= body.id) lines.add(node.data, id, id <= linkEnd)
      continue
    }
    const { name, attrs, tag } = node
    for (let at = 0; at < attrs.length; at += 2) {
      switch (attrs[at]) {
        case 'itemscope':
          scopes.push(node)
          break
        case 'typeof':
          typed.push(node)
          break
        case 'class':
        case 'id':
        case 'itemprop':
        case 'rel':
        case 'property':
        case 'data-testid':
          if (marked.length < MOST.marked && marked.at(-1) !== node && id >= body.id && marks.has(attrs[at + 1]!))
            marked.push(node)
          break
      }
    }
    switch (name) {
      case 'meta':
        addMeta(metas, node)
        break
      case 'link':
        links.push(node)
        break
      case 'title':
        title ??= node
        break
      case 'script':
        if (jsonLd.length < MOST.jsonLd && isJsonLd(node)) jsonLd.push(textOf(node))
        break
      case 'svg':
        // A drawing has a title and texts of its own.
        id = node.end
        break
      case 'noscript':
        if (id >= body.id) {
          noscriptEnd = node.end
          lines.end()
          lines = fallback
        }
        break
      case 'h1':
      case 'h2':
        if (headings.length < MOST.headings) headings.push(node)
        break
      case 'time':
        if (times.length < MOST.times) times.push(node)
        break
      case 'a': {
        const href = attr(node, 'href')
        if (href !== null) {
          if (id > noscriptEnd) linkCount++
          if (marked.length < MOST.marked && marked.at(-1) !== node && id >= body.id && PROFILE.test(href))
            marked.push(node)
          linkEnd = Math.max(linkEnd, node.end)
        }
        break
      }
      case 'br':
        lines.add(' ', id, false)
        break
    }
    if (id > body.id && id > noscriptEnd) counts[tag.code]!++
    if (tag.flags & UNSEEN) {
      if (id > body.id || name === 'script') id = node.end
    } else if (tag.flags & BLOCK) {
      lines.end()
      blockEnds.push(node.end)
    }
  }
  shown.end()
  fallback.end()
  return {
    metas,
    links,
    title,
    headings,
    jsonLd,
    scopes,
    typed,
    times,
    marked,
    count: (...names) => names.reduce((sum, each) => sum + counts[tagOf(each).code]!, 0),
    linkCount,
    lines: choose(shown.lines, fallback.lines),
  }
}

/** Some forums put all posts into `noscript` for visitors without script: then that is the page. */
function choose(shown: Line[], fallback: Line[]): Line[] {
  const size = (lines: Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0)
  return fallback.length > 0 && size(fallback) > size(shown) ? [...shown, ...fallback] : shown
}

const isJsonLd = (script: Element) => /^\s*application\/(?:ld\+json|json\+ld)\b/i.test(attr(script, 'type') ?? '')

function textOf(element: Element): string {
  let text = ''
  for (let node = element.first; node !== null; node = node.next) if (node.kind !== ELEMENT) text += node.data
  return text
}

function addMeta(metas: Map<string, string[]>, meta: Element): void {
  const content = (attr(meta, 'content') ?? attr(meta, 'value') ?? '').trim()
  if (content === '') return
  const names = new Set([attr(meta, 'property'), attr(meta, 'name'), attr(meta, 'itemprop'), attr(meta, 'http-equiv')])
  for (const name of names) {
    if (!name) continue
    // RDFa allows several properties in one attribute.
    for (const each of name.trim().toLowerCase().split(/\s+/)) {
      const values = metas.get(each)
      if (values) values.push(content)
      else metas.set(each, [content])
    }
  }
}
