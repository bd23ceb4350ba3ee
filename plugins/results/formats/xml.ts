import { decode, type Token } from '../json/scan-json.ts'
import { JsonWriter } from '../json/write-json.ts'
import { depthAfter, type Row } from '../row.ts'

/**
 * The deepest nesting of elements; what is deeper is written as JSON, as parsers refuse more than some hundred
 * levels.
 */
const MAX_DEPTH = 64

/** Characters that are not allowed in XML 1.0, even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const SPECIAL = /[&<>"\t\n\r]/g
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Parsers turn a carriage return and what follows into one line break, and both into spaces in an attribute. */
const escapeText = (text: string) => text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>\r]/g, (sign) => references[sign]!)
const escapeAttribute = (text: string) =>
  text.replace(IMPOSSIBLE, '\ufffd').replace(SPECIAL, (sign) => references[sign]!)

/** A name that every parser accepts: some refuse those of `Object.prototype`. */
const isName = (name: string) =>
  /^[A-Za-z_][\w.-]{0,255}$/.test(name) && !/^xml/i.test(name) && !(name in Object.prototype)

/** Rows as elements. */
export async function* writeXml(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<results>\n'
  for await (const row of rows) {
    const writer = new XmlWriter()
    for await (const tokens of row.tokens()) {
      let xml = ''
      for (const token of tokens) xml += writer.write(token)
      yield xml
    }
    yield '\n'
  }
  yield '</results>\n'
}

interface Open {
  end: string
  isList: boolean
}

/**
 * Writes a row as an element `result`: each field as an element with its name, or as `field` with its name in an
 * attribute; entries of arrays as `item`. The attribute `type` marks what is not text.
 */
class XmlWriter {
  readonly #open: Open[] = []
  #name = ''
  /** The part that is written as JSON, and how much of it is open. */
  #json: JsonWriter | undefined
  #depth = 0

  write(token: Token): string {
    if (this.#json) return this.#asJson(this.#json, token)
    switch (token.kind) {
      case 'name':
        this.#name = decode(token.json)
        return ''
      case 'open':
        return this.#begin(token)
      case 'close':
        return this.#open.pop()?.end ?? ''
      case 'value': {
        const { start, end } = this.#element(typeOf(token.json))
        return token.json === 'null' ? `${start.slice(0, -1)}/>` : start + token.json + end
      }
      case 'text':
        return this.#text(token)
    }
  }

  #begin(token: Extract<Token, { list: boolean }>): string {
    if (this.#open.length === 0) {
      this.#open.push({ end: '</result>', isList: false })
      return '<result>'
    }
    const isDeep = this.#open.length >= MAX_DEPTH
    const { start, end } = this.#element(isDeep ? 'json' : token.list ? 'array' : 'object')
    this.#open.push({ end, isList: token.list })
    if (!isDeep) return start
    this.#json = new JsonWriter()
    return start + this.#asJson(this.#json, token)
  }

  #asJson(writer: JsonWriter, token: Token): string {
    this.#depth = depthAfter(token, this.#depth)
    const json = escapeText(writer.write(token))
    if (this.#depth > 0) return json
    this.#json = undefined
    return json + (this.#open.pop()?.end ?? '')
  }

  #text({ json, begins, ends }: Extract<Token, { kind: 'text' }>): string {
    const { start, end } = this.#element()
    return (begins ? start : '') + escapeText(decode(json)) + (ends ? end : '')
  }

  #element(type?: string) {
    const isItem = this.#open.at(-1)?.isList === true
    const isNamed = !isItem && !isName(this.#name)
    const tag = isItem ? 'item' : isNamed ? 'field' : this.#name
    const said = (isNamed ? ` name="${escapeAttribute(this.#name)}"` : '') + (type ? ` type="${type}"` : '')
    return { start: `<${tag}${said}>`, end: `</${tag}>` }
  }
}

const typeOf = (json: string) => (json === 'null' ? 'null' : /^[tf]/.test(json) ? 'boolean' : 'number')
