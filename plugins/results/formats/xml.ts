import { decode, type Token } from '../json/scan-json.ts'
import { JsonWriter } from '../json/write-json.ts'
import { depthAfter, type Row } from '../row.ts'

/**
 * The deepest nesting of elements. What is deeper is written as JSON, as parsers refuse more than some hundred
 * levels.
 */
const MAX_DEPTH = 64

/** Characters that XML 1.0 cannot contain, not even escaped. */
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
/** Parsers normalise carriage returns in text, and all line breaks in attributes, unless they are escaped. */
const escapeText = (text: string) => text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>\r]/g, (sign) => references[sign]!)
const escapeAttribute = (text: string) =>
  text.replace(IMPOSSIBLE, '\ufffd').replace(SPECIAL, (sign) => references[sign]!)

/** Whether every parser accepts a name: some refuse the names of `Object.prototype`. */
const isName = (name: string) =>
  /^[A-Za-z_][\w.-]{0,255}$/.test(name) && !/^xml/i.test(name) && !(name in Object.prototype)

/** Writes rows as elements. */
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
 * Writes a row as an element `result`. Each field becomes an element of its name, or `field` with the name in an
 * attribute; entries of lists become `item`. The attribute `type` marks values that are not text.
 */
class XmlWriter {
  readonly #open: Open[] = []
  #name = ''
  /** Writes nested values that are too deep as JSON, and counts their open levels. */
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
