import { NONE } from './attributes.ts'
import { Formatting } from './formatting.ts'
import { ELEMENT, Element, type Node, TEXT, Text, type Tree } from './node.ts'
import {
  BLOCK,
  CLOSES_P,
  ENDS_FOREIGN,
  FORMATTING,
  HEAD,
  HEADING,
  IMPLIED_END,
  knownTag,
  RAW,
  RAW_ENTITIES,
  SCOPE,
  SPECIAL,
  TABLE_CONTEXT,
  TABLE_PART,
  TAG_CODES,
  type TagInfo,
  tagOf,
  VOID,
} from './tags.ts'

/**
 * Elements nest no deeper, as in Chromium: a deeper one becomes a sibling. So searches on the stack have a bound, and
 * readers may recurse.
 */
export const MAX_DEPTH = 512

/** Tags beyond are dropped, their text is kept: a page of nothing but tags would take gigabytes. */
const MAX_NODES = 2_000_000

/** How the source goes on behind a start tag. */
export const MARKUP = 0
export const RAW_TEXT = 1
export const ENTITY_TEXT = 2

const HTML_NS = 0
const SVG_NS = 1
const MATH_NS = 2

const IN_HEAD = 0
const AFTER_HEAD = 1
const IN_BODY = 2

const known = (name: string): TagInfo => knownTag(name)!
const P = known('p')
const TABLE = known('table')
const TBODY = known('tbody')
const TR = known('tr')
const TEMPLATE = known('template')
const LI = known('li')
const DD = known('dd')
const DT = known('dt')
const BUTTON = known('button')
const SELECT = known('select')
const MATH = known('math')
const SVG = known('svg')
const IMAGE = known('image')
const IMG = known('img')
const PRE = known('pre')
const LISTING = known('listing')
const UL = known('ul')
const OL = known('ol')

const inHeadNoscript = new Set([
  'link',
  'meta',
  'style',
  'script',
  'basefont',
  'bgsound',
  'noframes',
  'img',
  'iframe',
  'base',
])
const cells = new Set(['td', 'th', 'caption'])
const svgHtml = new Set(['foreignobject', 'desc', 'title'])
const mathHtml = new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml'])
/** White space in them is never shown. */
const takesNoSpace = new Set(
  ['ul', 'ol', 'dl', 'select', 'optgroup', 'colgroup', 'picture', 'video', 'audio', 'svg', 'g', 'defs', 'html'].map(
    tagOf,
  ),
)

/**
 * Makes the tree of start tags, end tags and text as a browser does (the HTML standard, "tree construction"), in the parts
 * that show: implied tags, paragraphs that end by themselves, tables, misnested formatting. Left out: quirks mode, frames,
 * the letter case of SVG names.
 */
export class Builder {
  readonly #root = new Element(tagOf('#document'), NONE)
  readonly #html = new Element(known('html'), NONE)
  readonly #head = new Element(known('head'), NONE)
  readonly #body = new Element(known('body'), NONE)
  #doctype: string | null = null
  #phase = IN_HEAD

  /** Open elements, and of each its namespace. */
  readonly #stack: Element[] = [this.#html]
  readonly #spaces: number[] = [HTML_NS]
  #current = this.#html
  #space = HTML_NS
  /** Tags that were opened beyond the greatest depth. */
  readonly #beyond: TagInfo[] = []
  /** How many of each known tag are open, so that most searches end before they begin. */
  readonly #open = new Uint16Array(TAG_CODES)
  readonly #formatting = new Formatting()
  #form: Element | null = null
  #count = 4
  readonly #counts = new Uint32Array(TAG_CODES)
  /** Takes the text that follows its start tag; null where that element was dropped. */
  #raw: Element | null = null

  constructor() {
    this.#append(this.#root, this.#html)
    this.#append(this.#html, this.#head)
    this.#append(this.#html, this.#body)
    for (const { tag } of [this.#html, this.#head, this.#body]) this.#counts[tag.code] = 1
  }

  /** Whether the current element is one of SVG or MathML, where CDATA is text. */
  get inForeign(): boolean {
    return this.#space !== HTML_NS
  }

  /** Whether line breaks of the text that follows are shown. */
  get inPreformatted(): boolean {
    return this.#open[PRE.code]! > 0 || this.#open[LISTING.code]! > 0
  }

  doctype(text: string): void {
    if (this.#doctype === null && this.#html.attrs === NONE && this.#head.first === null) this.#doctype = text
  }

  /** A start tag; the answer says how to read what follows it. */
  start(named: TagInfo, attrs: readonly string[], selfClosing: boolean): number {
    const tag = named === IMAGE && this.#space === HTML_NS ? IMG : named
    this.#raw = null
    if (this.#count >= MAX_NODES) return contentOf(tag)
    if (this.#space !== HTML_NS && !this.#atHtmlIntegration(tag)) {
      const font =
        tag.name === 'font' && attrs.some((a, i) => i % 2 === 0 && (a === 'color' || a === 'face' || a === 'size'))
      if ((tag.flags & ENDS_FOREIGN) === 0 && !font) {
        this.#push(tag, attrs, this.#space, selfClosing)
        return MARKUP
      }
      while (this.#space !== HTML_NS && !this.#atHtmlIntegration(null)) this.#pop()
    }
    if (this.#phase !== IN_BODY && this.#startInHead(tag, attrs)) return contentOf(tag)
    return this.#startInBody(tag, attrs, selfClosing)
  }

  end(tag: TagInfo): void {
    const deepest = this.#beyond[this.#beyond.length - 1]
    if (deepest !== undefined) {
      if (deepest.name === tag.name) this.#beyond.pop()
      return
    }
    if (this.#space !== HTML_NS && this.#endForeign(tag)) return
    if (this.#phase !== IN_BODY) {
      if (this.#open[TEMPLATE.code]! > 0) this.#endInBody(tag)
      else if (this.#current !== this.#html && this.#current !== this.#head) this.#endAny(tag)
      else if (tag.name === 'head') this.#leaveHead()
      else if (tag.name === 'br' || tag.name === 'p') {
        this.#openBody()
        this.#endInBody(tag)
      }
      return
    }
    this.#endInBody(tag)
  }

  /**
   * Whether white space here might be shown: not next to the edge of a block, where lines begin and end, and not in a head,
   * table or drawing. On most pages that is four texts of five.
   */
  get takesSpace(): boolean {
    const current = this.#current
    if (this.#phase !== IN_BODY || takesNoSpace.has(current.tag) || this.#inTable()) return false
    const { last } = current
    const isAtEdge =
      last === null ? (current.tag.flags & BLOCK) !== 0 : last.kind === ELEMENT && (last.tag.flags & BLOCK) !== 0
    return !isAtEdge || this.inPreformatted
  }

  /** A run of white space, where it is taken. */
  space(data: string): void {
    this.#appendText(this.#current, data)
  }

  /** A run of text that is more than white space, decoded. */
  text(data: string): void {
    if (this.#phase !== IN_BODY && (this.#current === this.#html || this.#current === this.#head)) this.#openBody()
    if (this.#space === HTML_NS && this.#formatting.cut) this.#reopen()
    if (this.#inTable()) this.#fosterText(data)
    else this.#appendText(this.#current, data)
  }

  /** The content of the element that was started last and takes text alone; it ends with it. */
  rawText(data: string): void {
    if (this.#raw === null) {
      this.#beyond.pop()
      return
    }
    if (data !== '') this.#appendText(this.#raw, data)
    this.#pop()
  }

  finish(): Tree {
    return {
      root: this.#root,
      html: this.#html,
      head: this.#head,
      body: this.#body,
      nodes: number(this.#root, this.#count),
      counts: this.#counts,
      doctype: this.#doctype,
    }
  }

  // Head

  #startInHead(tag: TagInfo, attrs: readonly string[]): boolean {
    const current = this.#current
    if (this.#open[TEMPLATE.code]! > 0) return false
    if (current !== this.#html && current !== this.#head) {
      if (inHeadNoscript.has(tag.name)) {
        this.#push(tag, attrs, HTML_NS, false)
        return true
      }
      while (this.#current !== this.#html && this.#current !== this.#head) this.#pop()
    }
    switch (tag.name) {
      case 'html':
        this.#merge(this.#html, attrs)
        return true
      case 'head':
        if (this.#phase === IN_HEAD) this.#merge(this.#head, attrs)
        return true
      case 'body':
        this.#openBody()
        this.#merge(this.#body, attrs)
        return true
    }
    if ((tag.flags & HEAD) === 0) {
      this.#openBody()
      return false
    }
    if (this.#current === this.#html) this.#enter(this.#head, HTML_NS)
    if (this.#push(tag, attrs, HTML_NS, false) && tag === TEMPLATE) this.#formatting.mark()
    return true
  }

  #leaveHead(): void {
    this.#phase = AFTER_HEAD
    if (this.#current === this.#head) this.#pop()
  }

  #openBody(): void {
    while (this.#stack.length > 1) this.#pop()
    this.#phase = IN_BODY
    this.#enter(this.#body, HTML_NS)
  }

  #merge(element: Element, attrs: readonly string[]): void {
    if (element.attrs.length === 0) {
      element.attrs = attrs
      return
    }
    const merged = [...element.attrs]
    for (let i = 0; i < attrs.length; i += 2) {
      if (!merged.some((name, at) => at % 2 === 0 && name === attrs[i])) merged.push(attrs[i]!, attrs[i + 1]!)
    }
    element.attrs = merged
  }

  // Body, start tags

  #startInBody(tag: TagInfo, attrs: readonly string[], selfClosing: boolean): number {
    const { flags } = tag
    if ((flags & TABLE_PART) !== 0) return this.#startTablePart(tag, attrs)
    if ((flags & CLOSES_P) !== 0) this.#startBlock(tag, attrs)
    else if ((flags & FORMATTING) !== 0) this.#startFormatting(tag, attrs)
    else if (flags === 0) this.#startInline(tag, attrs, selfClosing)
    else this.#startOther(tag, attrs)
    return contentOf(tag)
  }

  #startInline(tag: TagInfo, attrs: readonly string[], selfClosing: boolean): void {
    if (tag === SVG || tag === MATH) {
      this.#reopen()
      this.#push(tag, attrs, tag === SVG ? SVG_NS : MATH_NS, selfClosing)
      return
    }
    this.#reopen()
    this.#push(tag, attrs, HTML_NS, false)
  }

  #startBlock(tag: TagInfo, attrs: readonly string[]): void {
    switch (tag.name) {
      case 'li':
        this.#closeItem(LI, LI)
        break
      case 'dd':
      case 'dt':
        this.#closeItem(DD, DT)
        break
      case 'form':
        if (this.#form !== null && this.#open[TEMPLATE.code] === 0) return
        if (this.#inTable()) {
          this.#place(new Element(tag, attrs))
          return
        }
        break
      case 'table':
        if (this.#isBetweenCells()) this.#popThrough(TABLE)
        break
    }
    this.#closeP()
    if ((tag.flags & HEADING) !== 0 && (this.#current.tag.flags & HEADING) !== 0) this.#pop()
    this.#push(tag, attrs, HTML_NS, false)
    if (tag.name === 'form' && this.#open[TEMPLATE.code] === 0) this.#form = this.#current
  }

  #startFormatting(tag: TagInfo, attrs: readonly string[]): void {
    if (tag.name === 'a' || tag.name === 'nobr') {
      const before = this.#formatting.find(tag.name)
      if (before !== null) {
        this.#adopt(tag)
        this.#formatting.remove(before)
        this.#removeFromStack(before)
      }
    }
    this.#reopen()
    if (this.#push(tag, attrs, HTML_NS, false)) this.#formatting.add(this.#current)
  }

  #startOther(tag: TagInfo, attrs: readonly string[]): void {
    switch (tag.name) {
      case 'html':
        this.#merge(this.#html, attrs)
        return
      case 'body':
        this.#merge(this.#body, attrs)
        return
      case 'head':
        return
      case 'button':
        if (this.#inScope(BUTTON)) {
          this.#closeImplied(null)
          this.#popThrough(BUTTON)
        }
        break
      case 'select':
        if (this.#inScope(SELECT)) {
          this.#popThrough(SELECT)
          return
        }
        break
      case 'optgroup':
      case 'option':
        if (this.#current.name === 'option') this.#pop()
        if (tag.name === 'optgroup' && this.#current.name === 'optgroup') this.#pop()
        break
      case 'rb':
      case 'rtc':
        this.#closeImplied(null)
        break
      case 'rt':
      case 'rp':
        this.#closeImplied(tagOf('rtc'))
        break
      case 'template':
        if (this.#push(tag, attrs, HTML_NS, false)) this.#formatting.mark()
        return
      case 'applet':
      case 'marquee':
      case 'object':
        this.#reopen()
        if (this.#push(tag, attrs, HTML_NS, false)) this.#formatting.mark()
        return
      case 'input':
      case 'textarea':
        if (this.#open[SELECT.code]! > 0 && this.#inScope(SELECT)) this.#popThrough(SELECT)
        break
    }
    if ((tag.flags & HEAD) === 0) this.#reopen()
    this.#push(tag, attrs, HTML_NS, false)
  }

  // Body, end tags

  #endInBody(tag: TagInfo): void {
    const { flags, name } = tag
    if (tag.code !== 0 && this.#open[tag.code] === 0 && (flags & (HEADING | FORMATTING)) === 0) {
      if (name === 'p') {
        this.#closeP()
        this.#push(P, NONE, HTML_NS, false)
        this.#pop()
      } else if (name === 'br') {
        this.#reopen()
        this.#push(tag, NONE, HTML_NS, false)
      }
      return
    }
    if ((flags & FORMATTING) !== 0) this.#adopt(tag)
    else if ((flags & TABLE_PART) !== 0 || tag === TABLE) this.#endTablePart(tag)
    else if ((flags & HEADING) !== 0) this.#endHeading()
    else if (name === 'p') this.#endP()
    else if (name === 'form') this.#endForm(tag)
    else if (name === 'body' || name === 'html') return
    else if (name === 'li') this.#endBlock(tag, true)
    else if (name === 'template') {
      this.#popThrough(tag)
      this.#formatting.clearToMarker()
    } else if ((flags & SPECIAL) !== 0 || (flags & CLOSES_P) !== 0) {
      if (this.#endBlock(tag, false) && (flags & SCOPE) !== 0) this.#formatting.clearToMarker()
    } else this.#endAny(tag)
  }

  #endBlock(tag: TagInfo, item: boolean): boolean {
    if (!this.#inScope(tag, item)) return false
    this.#closeImplied(tag)
    this.#popThrough(tag)
    return true
  }

  #endHeading(): void {
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { flags } = this.#stack[i]!.tag
      if ((flags & HEADING) !== 0) {
        this.#popTo(i)
        return
      }
      if ((flags & SCOPE) !== 0) return
    }
  }

  #endP(): void {
    if (this.#inScope(P, false, true)) this.#closeP()
    else {
      this.#push(P, NONE, HTML_NS, false)
      this.#pop()
    }
  }

  /** `</form>` closes the form alone, and leaves what is open within it open. */
  #endForm(tag: TagInfo): void {
    if (this.#open[TEMPLATE.code]! > 0) {
      this.#endBlock(tag, false)
      return
    }
    const form = this.#form
    this.#form = null
    if (form === null || !this.#inScope(tag)) return
    this.#closeImplied(null)
    this.#removeFromStack(form)
  }

  #endAny(tag: TagInfo): void {
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const element = this.#stack[i]!
      if (element.name === tag.name) {
        this.#popTo(i)
        return
      }
      if ((element.tag.flags & SPECIAL) !== 0) return
    }
  }

  // Tables

  /** Whether the current element is a table or a part of it that takes no text. */
  #inTable(): boolean {
    return (this.#current.tag.flags & TABLE_CONTEXT) !== 0 && this.#space === HTML_NS
  }

  /** Whether the innermost part of a table that is open is none that takes text. */
  #isBetweenCells(): boolean {
    if (this.#open[TABLE.code] === 0) return false
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { tag, name } = this.#stack[i]!
      if ((tag.flags & TABLE_CONTEXT) !== 0) return true
      if (tag === TEMPLATE || cells.has(name)) return false
    }
    return false
  }

  #startTablePart(tag: TagInfo, attrs: readonly string[]): number {
    if (this.#open[TABLE.code] === 0 || this.#templateIsNearer()) {
      // Out of a table its parts are ignored, but a template may hold them for a table elsewhere.
      if (this.#open[TEMPLATE.code]! > 0) this.#push(tag, attrs, HTML_NS, false)
      return MARKUP
    }
    this.#closeCell()
    switch (tag.name) {
      case 'td':
      case 'th':
        this.#clearTo('tr', 'tbody', 'thead', 'tfoot', 'table')
        if (this.#current.tag === TABLE) this.#push(TBODY, NONE, HTML_NS, false)
        if (this.#current.tag !== TR) this.#push(TR, NONE, HTML_NS, false)
        if (this.#push(tag, attrs, HTML_NS, false)) this.#formatting.mark()
        return MARKUP
      case 'tr':
        this.#clearTo('tbody', 'thead', 'tfoot', 'table')
        if (this.#current.tag === TABLE) this.#push(TBODY, NONE, HTML_NS, false)
        break
      case 'col':
        if (this.#current.name !== 'colgroup') {
          this.#clearTo('table')
          this.#push(tagOf('colgroup'), NONE, HTML_NS, false)
        }
        break
      default:
        this.#clearTo('table')
    }
    if (this.#push(tag, attrs, HTML_NS, false) && tag.name === 'caption') this.#formatting.mark()
    return MARKUP
  }

  /** Ends the cell or caption that a part of the same table starts in. */
  #closeCell(): void {
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { tag, name } = this.#stack[i]!
      if (cells.has(name)) {
        this.#popTo(i)
        this.#formatting.clearToMarker()
        return
      }
      if ((tag.flags & TABLE_CONTEXT) !== 0) return
    }
  }

  #clearTo(...names: string[]): void {
    while (!names.includes(this.#current.name) && this.#stack.length > 2) this.#pop()
  }

  #templateIsNearer(): boolean {
    if (this.#open[TEMPLATE.code] === 0) return false
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { tag } = this.#stack[i]!
      if (tag === TEMPLATE) return true
      if (tag === TABLE) return false
    }
    return false
  }

  #endTablePart(tag: TagInfo): void {
    let i = this.#stack.length - 1
    for (; i > 0; i--) {
      const element = this.#stack[i]!
      if (element.tag === tag) break
      if (element.tag === TABLE || element.tag === TEMPLATE) return
    }
    if (i === 0) return
    for (let at = this.#stack.length - 1; at >= i; at--) {
      const isCell = cells.has(this.#stack[at]!.name)
      this.#popTo(at)
      if (isCell) this.#formatting.clearToMarker()
    }
  }

  // The stack

  /** Appends a new element and opens it, if it takes content; false when it was not opened. */
  #push(tag: TagInfo, attrs: readonly string[], space: number, selfClosing: boolean): boolean {
    const isVoid = (tag.flags & VOID) !== 0 && space === HTML_NS
    if (this.#stack.length >= MAX_DEPTH) {
      if (!isVoid && !selfClosing) this.#beyond.push(tag)
      this.#place(new Element(tag, attrs))
      return false
    }
    const element = new Element(tag, attrs)
    this.#place(element)
    if (isVoid || selfClosing) return false
    this.#enter(element, space)
    if (space === HTML_NS && (tag.flags & (RAW | RAW_ENTITIES)) !== 0) this.#raw = element
    return true
  }

  #place(element: Element): void {
    this.#count++
    this.#counts[element.tag.code]!++
    if (this.#inTable() && !isTableChild(element)) this.#foster(element)
    else this.#append(this.#current, element)
  }

  #enter(element: Element, space: number): void {
    this.#stack.push(element)
    this.#spaces.push(space)
    this.#open[element.tag.code]!++
    this.#current = element
    this.#space = space
  }

  #pop(): void {
    const element = this.#stack.pop()!
    this.#spaces.pop()
    this.#left(element)
    this.#current = this.#stack[this.#stack.length - 1]!
    this.#space = this.#spaces[this.#spaces.length - 1]!
  }

  #left(element: Element): void {
    this.#open[element.tag.code]!--
    if ((element.tag.flags & FORMATTING) !== 0) this.#formatting.close(element)
  }

  /** Pops until the stack has this length. */
  #popTo(length: number): void {
    while (this.#stack.length > length) this.#pop()
  }

  #popThrough(tag: TagInfo): void {
    while (this.#stack.length > 2) {
      const found = this.#current.tag === tag
      this.#pop()
      if (found) return
    }
  }

  #removeFromStack(element: Element): void {
    const at = this.#stack.lastIndexOf(element)
    if (at < 0) return
    this.#stack.splice(at, 1)
    this.#spaces.splice(at, 1)
    this.#left(element)
    this.#current = this.#stack[this.#stack.length - 1]!
    this.#space = this.#spaces[this.#spaces.length - 1]!
  }

  #inScope(tag: TagInfo, item = false, button = false): boolean {
    if (this.#open[tag.code] === 0) return false
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const each = this.#stack[i]!.tag
      if (each === tag) return true
      if ((each.flags & SCOPE) !== 0 || this.#spaces[i] !== HTML_NS) return false
      if (button && each === BUTTON) return false
      if (item && (each === UL || each === OL)) return false
    }
    return false
  }

  #closeP(): void {
    if (this.#open[P.code] === 0 || !this.#inScope(P, false, true)) return
    this.#closeImplied(P)
    this.#popThrough(P)
  }

  #closeImplied(except: TagInfo | null): void {
    while ((this.#current.tag.flags & IMPLIED_END) !== 0 && this.#current.tag !== except) this.#pop()
  }

  /** A list item ends the one before it, unless a block of its own lies between. */
  #closeItem(one: TagInfo, other: TagInfo): void {
    if (this.#open[one.code] === 0 && this.#open[other.code] === 0) return
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const { tag, name } = this.#stack[i]!
      if (tag === one || tag === other) {
        this.#popTo(i)
        return
      }
      if ((tag.flags & SPECIAL) !== 0 && name !== 'address' && name !== 'div' && name !== 'p') return
    }
  }

  // Formatting

  #reopen(): void {
    if (!this.#formatting.cut) return
    this.#formatting.reopen((like) => {
      this.#push(like.tag, like.attrs, HTML_NS, false)
      return this.#current
    })
  }

  /** An end tag of a formatting element, misnested or not. Source: the HTML standard, "adoption agency algorithm". */
  #adopt(tag: TagInfo): void {
    const { name } = tag
    if (this.#current.tag === tag) {
      this.#formatting.remove(this.#current)
      this.#pop()
      return
    }
    for (let round = 0; round < 8; round++) {
      const subject = this.#formatting.find(name)
      if (subject === null) {
        this.#endAny(tag)
        return
      }
      const at = this.#stack.lastIndexOf(subject)
      if (at < 0) {
        this.#formatting.remove(subject)
        return
      }
      let blockAt = -1
      for (let i = this.#stack.length - 1; i > at; i--) {
        const { flags } = this.#stack[i]!.tag
        if ((flags & SCOPE) !== 0) return
        if ((flags & SPECIAL) !== 0) blockAt = i
      }
      if (blockAt < 0) {
        this.#formatting.remove(subject)
        this.#popTo(at)
        return
      }
      this.#moveOut(subject, at, blockAt)
    }
  }

  /** One round of the algorithm: the block moves out of the formatting element, a copy of which then wraps its content. */
  #moveOut(subject: Element, at: number, blockAt: number): void {
    const formatting = this.#formatting
    const stack = this.#stack
    const block = stack[blockAt]!
    const above = stack[at - 1]!
    let bookmark = formatting.index(subject)
    let last: Element = block
    let inner = 0
    for (let i = blockAt - 1; i > at; i--) {
      inner++
      const node = stack[i]!
      let index = formatting.index(node)
      if (inner > 3 && index >= 0) {
        formatting.remove(node)
        if (index < bookmark) bookmark--
        index = -1
      }
      if (index < 0) {
        this.#removeFromStack(node)
        continue
      }
      const copy = new Element(node.tag, node.attrs)
      this.#count++
      this.#counts[node.tag.code]!++
      formatting.put(index, copy, true)
      stack[i] = copy
      if (last === block) bookmark = index + 1
      this.#detach(last)
      this.#append(copy, last)
      last = copy
    }
    this.#detach(last)
    if ((above.tag.flags & TABLE_CONTEXT) !== 0) this.#fosterFrom(above, last)
    else this.#append(above, last)

    const copy = new Element(subject.tag, subject.attrs)
    this.#count++
    this.#counts[subject.tag.code]!++
    for (let child = block.first; child !== null; child = block.first) {
      this.#detach(child)
      this.#append(copy, child)
    }
    this.#append(block, copy)

    formatting.put(bookmark, copy)
    formatting.remove(subject)
    const subjectAt = stack.lastIndexOf(subject)
    stack.splice(subjectAt, 1)
    const space = this.#spaces.splice(subjectAt, 1)[0]!
    const newAt = stack.lastIndexOf(block) + 1
    stack.splice(newAt, 0, copy)
    this.#spaces.splice(newAt, 0, space)
    this.#current = stack[stack.length - 1]!
    this.#space = this.#spaces[this.#spaces.length - 1]!
  }

  // Foreign elements

  /** Whether the current element of SVG or MathML holds HTML. */
  #atHtmlIntegration(tag: TagInfo | null): boolean {
    if (this.#space === SVG_NS) return svgHtml.has(this.#current.name)
    if (!mathHtml.has(this.#current.name)) return false
    return this.#current.name !== 'annotation-xml' || tag === null || this.#current.attrs.some((v) => /html/i.test(v))
  }

  /** Ends an open element of SVG or MathML; false when the end tag belongs to HTML around it. */
  #endForeign(tag: TagInfo): boolean {
    if (tag === P || tag.name === 'br') {
      while (this.#space !== HTML_NS && !this.#atHtmlIntegration(null)) this.#pop()
      return false
    }
    for (let i = this.#stack.length - 1; i > 0 && this.#spaces[i] !== HTML_NS; i--) {
      if (this.#stack[i]!.name === tag.name) {
        this.#popTo(i)
        return true
      }
    }
    return false
  }

  // Links between nodes

  #append(parent: Element, node: Node): void {
    const { last } = parent
    node.parent = parent
    node.prev = last
    if (last === null) parent.first = node
    else last.next = node
    parent.last = node
  }

  #insertBefore(node: Node, before: Node): void {
    const { prev, parent } = before
    node.parent = parent
    node.prev = prev
    node.next = before
    before.prev = node
    if (prev === null) parent!.first = node
    else prev.next = node
  }

  #detach(node: Node): void {
    const { parent, prev, next } = node
    if (parent === null) return
    if (prev === null) parent.first = next
    else prev.next = next
    if (next === null) parent.last = prev
    else next.prev = prev
    node.parent = null
    node.prev = null
    node.next = null
  }

  #appendText(parent: Element, data: string): void {
    const { last } = parent
    if (last?.kind === TEXT) {
      last.data += data
      return
    }
    this.#count++
    this.#append(parent, new Text(data))
  }

  /** What cannot stand in a table is moved before it, as browsers do. */
  #foster(node: Node): void {
    for (let i = this.#stack.length - 1; i > 0; i--) {
      if (this.#stack[i]!.tag === TABLE) {
        this.#fosterFrom(this.#stack[i]!, node)
        return
      }
      if (this.#stack[i]!.tag === TEMPLATE) break
    }
    this.#append(this.#current, node)
  }

  #fosterFrom(context: Element, node: Node): void {
    let table: Element | null = context
    while (table !== null && table.tag !== TABLE) table = table.parent
    if (table?.parent) this.#insertBefore(node, table)
    else this.#append(context, node)
  }

  #fosterText(data: string): void {
    for (let i = this.#stack.length - 1; i > 0; i--) {
      const table = this.#stack[i]!
      if (table.tag !== TABLE) continue
      if (table.parent === null) break
      if (table.prev?.kind === TEXT) table.prev.data += data
      else {
        this.#count++
        this.#insertBefore(new Text(data), table)
      }
      return
    }
    this.#appendText(this.#current, data)
  }
}

const contentOf = ({ flags }: TagInfo): number =>
  (flags & RAW) !== 0 ? RAW_TEXT : (flags & RAW_ENTITIES) !== 0 ? ENTITY_TEXT : MARKUP

const isTableChild = ({ tag, attrs }: Element): boolean => {
  if ((tag.flags & TABLE_PART) !== 0) return true
  switch (tag.name) {
    case 'script':
    case 'style':
    case 'template':
    case 'form':
      return true
    case 'input':
      return attrs.some((value, i) => i % 2 === 1 && value.toLowerCase() === 'hidden' && attrs[i - 1] === 'type')
    default:
      return false
  }
}

/** Numbers the nodes in document order, and lists them. */
const number = (root: Element, count: number): Node[] => {
  const nodes: Node[] = new Array(count)
  let node: Node = root
  let id = 0
  for (;;) {
    node.id = id
    nodes[id++] = node
    if (node.kind === ELEMENT) {
      if (node.first !== null) {
        node = node.first
        continue
      }
      node.end = node.id
    }
    while (node.next === null) {
      const parent: Element | null = node.parent
      if (parent === null) {
        nodes.length = id
        return nodes
      }
      node = parent
      node.end = id - 1
    }
    node = node.next
  }
}
