import { NONE } from '../attributes.ts'
import { append, number } from '../link-nodes.ts'
import type { Tree } from '../node.ts'
import { HEAD, knownTag, RAW, RAW_ENTITIES, TAG_CODES, type TagInfo, tagOf } from '../tags.ts'
import { endInBody, merge, startInBody } from './body.ts'
import { Construction } from './construction.ts'
import { endForeign, startForeign } from './foreign.ts'
import { HTML_NS, type OpenElements } from './open-elements.ts'
import { markOf, placeStreamed } from './streamed.ts'

/** How the source after a start tag is read. */
export const MARKUP = 0
const RAW_TEXT = 1
export const ENTITY_TEXT = 2

const IN_HEAD = 0
const AFTER_HEAD = 1
const IN_BODY = 2

const TEMPLATE = knownTag('template')!
const IMAGE = knownTag('image')
const IMG = knownTag('img')!
const NOSCRIPT = knownTag('noscript')!
const PRE = knownTag('pre')!
const LISTING = knownTag('listing')!

/** Elements allowed in a `noscript` of the head; any other opens the body. */
const inHeadNoscript = new Set('base basefont bgsound iframe img link meta noframes script style'.split(' '))
/** 1 for each tag code whose elements never show white space. */
const takesNoSpace = new Uint8Array(TAG_CODES)
for (const name of 'audio colgroup dl html ol optgroup picture select svg ul video'.split(' '))
  takesNoSpace[tagOf(name).code] = 1

/**
 * Builds the tree from start tags, end tags and text like a browser (the HTML standard, "tree construction"), as far
 * as it is visible: implied tags, paragraphs that end implicitly, tables, misnested formatting. Omitted: quirks mode,
 * frames, the letter case of SVG names.
 */
export class Builder {
  readonly #tree: Construction
  readonly #open: OpenElements
  #doctype: string | null = null
  #phase = IN_HEAD

  /** `length` is the length of the source. */
  constructor(length: number) {
    this.#tree = new Construction(length)
    this.#open = this.#tree.open
  }

  /** Whether the current element belongs to SVG or MathML, where CDATA is text. */
  get inForeign(): boolean {
    return this.#open.namespace !== HTML_NS
  }

  /** Whether line breaks in the following text are shown. */
  get #inPreformatted(): boolean {
    return this.#open.count(PRE) > 0 || this.#open.count(LISTING) > 0
  }

  /** Whether the current element is inside a `noscript`. */
  get inNoscript(): boolean {
    return this.#open.count(NOSCRIPT) > 0
  }

  /**
   * Whether white space here may be shown. It is not at the edge of a block, where lines begin and end, nor in a
   * head, table or drawing. On most pages one in five remains.
   */
  get takesSpace(): boolean {
    if (this.#phase !== IN_BODY || takesNoSpace[this.#open.current.tag.code] === 1 || this.#tree.isInTable) return false
    return !this.#tree.isAtEdge || this.#inPreformatted
  }

  doctype(text: string): void {
    if (this.#doctype === null && this.#tree.html.attrs === NONE && this.#tree.head.first === null) this.#doctype = text
  }

  /** Handles a start tag; returns how to read what follows it. */
  start(named: TagInfo, attrs: readonly string[], selfClosing: boolean): number {
    const tree = this.#tree
    const tag = named === IMAGE && !this.inForeign ? IMG : named
    tree.raw = null
    if (tree.isFull) return contentOf(tag)
    if (this.inForeign && startForeign(tree, tag, attrs, selfClosing)) return MARKUP
    if (this.#phase === IN_BODY || !this.#startInHead(tag, attrs)) startInBody(tree, tag, attrs, selfClosing)
    return contentOf(tag)
  }

  end(tag: TagInfo): void {
    const { beyond } = this.#tree
    const deepest = beyond[beyond.length - 1]
    if (deepest !== undefined) {
      if (deepest.name === tag.name) beyond.pop()
    } else if (this.inForeign && endForeign(this.#tree, tag)) return
    else if (this.#phase === IN_BODY || this.#open.count(TEMPLATE) > 0) endInBody(this.#tree, tag)
    else this.#endInHead(tag)
  }

  /** Adds a run of white space, where `takesSpace` is true. */
  space(data: string): void {
    this.#tree.appendText(this.#open.current, data)
  }

  /** Adds a run of decoded text that is more than white space. */
  text(data: string): void {
    if (this.#phase !== IN_BODY && this.#isInHeadItself) this.#openBody()
    if (!this.inForeign) this.#tree.reopen()
    this.#tree.text(data)
  }

  /** Adds the content of the last started element, which contains only text, and ends that element. */
  rawText(data: string): void {
    const { raw, beyond } = this.#tree
    if (raw === null) {
      beyond.pop()
      return
    }
    if (data !== '') this.#tree.appendText(raw, data)
    this.#open.pop()
  }

  /** Adds a comment that bounds a place for a streamed part. */
  mark(comment: string): void {
    if (this.#phase === IN_BODY) append(this.#open.current, markOf(comment))
  }

  finish(isStreamed: boolean): Tree {
    if (isStreamed) placeStreamed(this.#tree)
    const { root, html, head, body, size, counts, isFull } = this.#tree
    return { root, html, head, body, ...number(root, size), counts, doctype: this.#doctype, isCut: isFull }
  }

  get #isInHeadItself(): boolean {
    const { html, head, open } = this.#tree
    return open.current === html || open.current === head
  }

  /** Handles a start tag before the body; false if the tag has opened the body and belongs there. */
  #startInHead(tag: TagInfo, attrs: readonly string[]): boolean {
    const tree = this.#tree
    const open = this.#open
    if (open.count(TEMPLATE) > 0) return false
    if (!this.#isInHeadItself) {
      if (inHeadNoscript.has(tag.name)) {
        tree.push(tag, attrs)
        return true
      }
      while (!this.#isInHeadItself) open.pop()
    }
    switch (tag.name) {
      case 'html':
        merge(tree.html, attrs)
        return true
      case 'head':
        if (this.#phase === IN_HEAD) merge(tree.head, attrs)
        return true
      case 'body':
        this.#openBody()
        merge(tree.body, attrs)
        return true
    }
    if ((tag.flags & HEAD) === 0) {
      this.#openBody()
      return false
    }
    if (open.current === tree.html) open.enter(tree.head, HTML_NS)
    if (tree.push(tag, attrs) && tag === TEMPLATE) tree.formatting.mark()
    return true
  }

  #endInHead(tag: TagInfo): void {
    if (!this.#isInHeadItself) this.#open.endAny(tag)
    else if (tag.name === 'head') {
      this.#phase = AFTER_HEAD
      if (this.#open.current === this.#tree.head) this.#open.pop()
    } else if (tag.name === 'br' || tag.name === 'p') {
      this.#openBody()
      endInBody(this.#tree, tag)
    }
  }

  #openBody(): void {
    this.#open.popTo(1)
    this.#phase = IN_BODY
    this.#open.enter(this.#tree.body, HTML_NS)
  }
}

const contentOf = ({ flags }: TagInfo): number =>
  (flags & RAW) !== 0 ? RAW_TEXT : (flags & RAW_ENTITIES) !== 0 ? ENTITY_TEXT : MARKUP
