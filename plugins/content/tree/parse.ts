import { AttributeReader, isSpace, NONE, withLineFeeds } from './attributes.ts'
import { Builder, ENTITY_TEXT, MARKUP } from './construction/builder.ts'
import { isMark, mayBeStreamed } from './construction/streamed.ts'
import { decodeText } from './entities.ts'
import type { Tree } from './node.ts'
import { knownTag, type TagInfo, tagAt, tagOf, VOID } from './tags.ts'

const TEMPLATE = knownTag('template')

const isLetter = (c: number) => (c | 32) >= 97 && (c | 32) <= 122

/**
 * Parses an HTML page like a browser without scripts, except that parts streamed by React are put in place. Accepts
 * any text, in linear time. Source: the HTML standard, section 13.2.
 */
export const parse = (html: string, { xhtml = false }: ParseOptions = {}): Tree =>
  new Tokenizer(normalise(html), xhtml).run()

export interface ParseOptions {
  /** Whether the page was sent as XML, where `<div/>` and `<script/>` are complete elements. */
  xhtml?: boolean
}

/**
 * Line breaks stay as they are, because normalizing a whole page is slow; they are normalized in the texts and the
 * attributes that have any.
 */
const normalise = (html: string): string => {
  const source = html.includes('\0') ? html.replaceAll('\0', '') : html
  return source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
}

class Tokenizer {
  readonly #source: string
  readonly #xhtml: boolean
  /** Whether any line break is one of another system; in most pages none is. */
  readonly #hasReturns: boolean
  readonly #attributes: AttributeReader
  readonly #builder: Builder
  /**
   * Whether parts of the page may have been streamed; determined at the first place for one, which few pages have.
   */
  #isStreamed: boolean | undefined
  #at = 0
  /** The next `&` at or after the last text, so that most texts are known to contain none. */
  #ampersand: number

  constructor(source: string, xhtml: boolean) {
    this.#xhtml = xhtml
    this.#source = source
    this.#hasReturns = source.includes('\r')
    this.#attributes = new AttributeReader(source, this.#hasReturns)
    this.#builder = new Builder(source.length)
    this.#ampersand = this.#find('&', 0)
  }

  run(): Tree {
    const source = this.#source
    const { length } = source
    let textFrom = 0
    while (this.#at < length) {
      const open = source.indexOf('<', this.#at)
      if (open < 0) break
      const c = source.charCodeAt(open + 1)
      if (isLetter(c)) {
        this.#text(textFrom, open)
        this.#startTag(open + 1)
      } else if (c === 47) {
        const next = source.charCodeAt(open + 2)
        if (isLetter(next)) {
          this.#text(textFrom, open)
          this.#endTag(open + 2)
        } else if (open + 2 >= length) break
        else {
          this.#text(textFrom, open)
          this.#at = this.#behind('>', open + 2)
        }
      } else if (c === 33) {
        this.#text(textFrom, open)
        this.#declaration(open + 2)
      } else if (c === 63) {
        this.#text(textFrom, open)
        this.#at = this.#behind('>', open + 2)
      } else {
        this.#at = open + 1
        continue
      }
      textFrom = this.#at
    }
    this.#text(textFrom, length)
    return this.#builder.finish(this.#isStreamed === true)
  }

  #startTag(from: number): void {
    const source = this.#source
    const tag = this.#tag(from)
    let attrs = NONE
    let selfClosing = false
    if (source.charCodeAt(this.#at) === 62) this.#at++
    else {
      const attributes = this.#attributes
      attrs = attributes.read(this.#at)
      selfClosing = attributes.selfClosing
      this.#at = attributes.end
      if (!attributes.closed) return
    }
    if (tag === TEMPLATE) this.#hasParts()
    const content = this.#builder.start(tag, attrs, selfClosing)
    if (this.#xhtml && selfClosing && (tag.flags & VOID) === 0 && !this.#builder.inForeign) {
      if (content === MARKUP) this.#builder.end(tag)
      else this.#builder.rawText('')
      return
    }
    if (content === MARKUP) {
      if (tag.name === 'pre' || tag.name === 'listing') this.#skipLineBreak()
      return
    }
    if (tag.name === 'textarea') this.#skipLineBreak()
    this.#raw(tag, content)
  }

  #hasParts(): boolean {
    this.#isStreamed ??= mayBeStreamed(this.#source)
    return this.#isStreamed
  }

  /** The first line break of preformatted text is not part of it. */
  #skipLineBreak(): void {
    const source = this.#source
    if (source.charCodeAt(this.#at) === 13) this.#at += source.charCodeAt(this.#at + 1) === 10 ? 2 : 1
    else if (source.charCodeAt(this.#at) === 10) this.#at++
  }

  #endTag(from: number): void {
    const tag = this.#tag(from)
    const close = this.#source.charCodeAt(this.#at) === 62 ? this.#at : this.#find('>', this.#at)
    this.#at = close + 1
    if (close < this.#source.length) this.#builder.end(tag)
  }

  /** The tag whose name begins here; moves the position after the name. */
  #tag(from: number): TagInfo {
    const source = this.#source
    let at = from
    let hash = 0
    for (;;) {
      const c = source.charCodeAt(at)
      // NaN, at the end of the source, ends the name too.
      if (!(c > 32) || c === 62 || c === 47) {
        if (c > 32 || !(c >= 0) || isSpace(c)) break
      }
      hash = (Math.imul(hash, 31) + (c | 32)) | 0
      at++
    }
    this.#at = at
    return tagAt(source, from, at, hash) ?? tagOf(source.slice(from, at).toLowerCase())
  }

  /** Reads the text of `script`, `title` and the like, up to their own end tag. */
  #raw(tag: TagInfo, content: number): void {
    const source = this.#source
    const from = this.#at
    const end = tag.name === 'plaintext' ? source.length : this.#rawEnd(tag, from)
    const data = source.slice(from, end)
    this.#at = isName(source, end + 2, 'noscript') ? end : this.#behind('>', end)
    this.#ampersand = this.#ampersand < this.#at ? this.#find('&', this.#at) : this.#ampersand
    const text = this.#hasReturns && data.includes('\r') ? withLineFeeds(data) : data
    this.#builder.rawText(content === ENTITY_TEXT && text.includes('&') ? decodeText(text) : text)
  }

  #rawEnd({ name }: TagInfo, from: number): number {
    const source = this.#source
    const { inNoscript } = this.#builder
    for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
      // A browser with scripts reads a whole noscript as text, so an unclosed iframe ends with the noscript.
      if (inNoscript && isName(source, at + 2, 'noscript')) return at
      if (!isName(source, at + 2, name)) continue
      return name === 'script' && source.slice(from, at).includes('<!--') ? endOfEscapedScript(source, from) : at
    }
    return source.length
  }

  #declaration(from: number): void {
    const source = this.#source
    if (source.startsWith('--', from)) {
      this.#at = endOfComment(source, from + 2)
      const comment = source.slice(from + 2, this.#at - 3)
      if (isMark(comment) && this.#hasParts()) this.#builder.mark(comment)
    } else if (source.startsWith('[CDATA[', from) && (this.#xhtml || this.#builder.inForeign)) {
      const end = this.#find(']]>', from + 7)
      const data = source.slice(from + 7, end)
      if (data.trim() !== '') this.#builder.text(data)
      else if (this.#builder.takesSpace) this.#builder.space(data)
      this.#at = end + 3
    } else {
      const end = this.#find('>', from)
      const data = source.slice(from, end)
      if (/^doctype/i.test(data)) this.#builder.doctype(data.slice(7).trim())
      this.#at = end + 1
    }
  }

  #text(from: number, to: number): void {
    if (from >= to) return
    const source = this.#source
    let at = from
    while (at < to && isSpace(source.charCodeAt(at))) at++
    const isBlank = at === to
    if (isBlank && !this.#builder.takesSpace) return
    let data = source.slice(from, to)
    if (this.#hasReturns && data.includes('\r')) data = withLineFeeds(data)
    if (isBlank) {
      this.#builder.space(data)
      return
    }
    if (this.#ampersand < from) this.#ampersand = this.#find('&', from)
    this.#builder.text(this.#ampersand < to ? decodeText(data) : data)
  }

  /** The position of the next occurrence; the length of the source if there is none. */
  #find(what: string, from: number): number {
    const at = this.#source.indexOf(what, from)
    return at < 0 ? this.#source.length : at
  }

  #behind(what: string, from: number): number {
    return this.#find(what, from) + what.length
  }
}

/** Whether exactly this tag name is at this position. */
const isName = (source: string, from: number, name: string): boolean => {
  for (let i = 0; i < name.length; i++) if ((source.charCodeAt(from + i) | 32) !== name.charCodeAt(i)) return false
  const c = source.charCodeAt(from + name.length)
  return c === 62 || c === 47 || isSpace(c)
}

/** After `<!--` in a script, everything from `<script` to its own `</script` is text, as old pages wrote it. */
const endOfEscapedScript = (source: string, from: number): number => {
  const mark = /<!--(?!-?>)|-->|<(\/?)script(?=[\s/>])/gi
  mark.lastIndex = from
  let escaped = false
  let inner = false
  for (let found = mark.exec(source); found !== null; found = mark.exec(source)) {
    if (found[0] === '<!--') escaped = true
    else if (found[0] === '-->') escaped = inner = false
    else if (found[1] === '') inner = escaped
    else if (inner) inner = false
    else return found.index
  }
  return source.length
}

/** `<!-->` and `<!--->` are comments, and `--!>` ends one. */
const endOfComment = (source: string, from: number): number => {
  if (source.startsWith('>', from)) return from + 1
  if (source.startsWith('->', from)) return from + 2
  for (let at = source.indexOf('--', from); at >= 0; at = source.indexOf('--', at + 1)) {
    if (source.charCodeAt(at + 2) === 62) return at + 3
    if (source.startsWith('!>', at + 2)) return at + 4
  }
  return source.length
}
