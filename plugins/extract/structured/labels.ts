import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { Thing } from './thing.ts'
import { keyOf } from './words.ts'

/** Limits in characters of a label, of a value beside one, and of the text below a heading. */
const MAX_LABEL = 40
const MAX_VALUE = 300
const MAX_BELOW = 5_000
/** The most items of a list below a heading. */
const MAX_ITEMS = 500
/** The most links of a block among which that of a value is looked for. */
const MAX_LINKS = 50
/** The deepest nesting of sections and blocks that is read. */
const DEEPEST = 40

/** The last character of a label in a script without spaces between words. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]/u

/** What a page's text states, under the page's own names. */
export interface Labels {
  /** `Price: 24.50`, definitions with their terms, rows of two cells; in document order. */
  values: Map<string, string[]>
  /** The URLs of such values that are links, as in `Website: our shop`. */
  addresses: Map<string, string[]>
  /** What is below a heading: its first paragraph, and the items of its first list. */
  texts: Map<string, string>
  lists: Map<string, string[]>
  /** Tables with several rows, as things whose properties are the columns. */
  tables: Thing[][]
}

/** Reads the labels of a page from its outline, the format `json`. */
export const readLabels = (outline: unknown): Labels => {
  const labels: Labels = { values: new Map(), addresses: new Map(), texts: new Map(), lists: new Map(), tables: [] }
  if (!isObject(outline)) return labels
  readSections(labels, outline.sections, 0)
  // Plain text has no sections.
  if (Array.isArray(outline.paragraphs))
    for (const text of outline.paragraphs) if (typeof text === 'string') readLines(labels, { text }, undefined)
  return labels
}

const readSections = (labels: Labels, sections: unknown, depth: number): void => {
  if (!Array.isArray(sections) || depth > DEEPEST) return
  for (const section of sections) {
    if (!isObject(section)) continue
    const blocks = blocksOf(section.content)
    readBlocks(labels, blocks, depth)
    if (typeof section.heading === 'string') readBelow(labels, keyOf(section.heading), blocks)
    readSections(labels, section.sections, depth + 1)
  }
}

const blocksOf = (content: unknown): JsonObject[] => (Array.isArray(content) ? content.filter(isObject) : [])

const textOf = ({ text }: JsonObject): string => (typeof text === 'string' ? text : '')

const itemsOf = ({ items }: JsonObject): JsonObject[] => (Array.isArray(items) ? items.filter(isObject) : [])

const readBelow = (labels: Labels, key: string, blocks: readonly JsonObject[]): void => {
  if (key === '') return
  const list = blocks.find(({ type }) => type === 'list')
  const text = blocks.filter(({ type }) => type === 'paragraph').map(textOf)
  if (list && !labels.lists.has(key))
    labels.lists.set(key, itemsOf(list).slice(0, MAX_ITEMS).map(textOf).filter(Boolean))
  const whole = text.join('\n').slice(0, MAX_BELOW)
  if (whole !== '' && !labels.texts.has(key)) labels.texts.set(key, whole)
}

const readBlocks = (labels: Labels, blocks: readonly JsonObject[], depth: number): void => {
  if (depth > DEEPEST) return
  for (const [i, block] of blocks.entries()) {
    const { type } = block
    if (type === 'paragraph' || type === 'heading') readLines(labels, block, blocks[i + 1])
    else if (type === 'list') readItems(labels, itemsOf(block), depth)
    else if (type === 'definitions') readDefinitions(labels, itemsOf(block), depth)
    else if (type === 'table') readTable(labels, block.rows)
    else if (type === 'quote') readItems(labels, [block], depth)
  }
}

const readItems = (labels: Labels, items: readonly JsonObject[], depth: number): void => {
  for (const item of items) {
    const inner = blocksOf(item.content)
    readLines(labels, item, inner[0])
    readBlocks(labels, inner, depth + 1)
  }
}

/** Lines such as `Price: 24.50`; if nothing follows the colon, the next block is the value. */
const readLines = (labels: Labels, block: JsonObject, next: JsonObject | undefined): void => {
  const lines = textOf(block).split('\n')
  for (const [i, line] of lines.entries()) {
    const at = line.slice(0, MAX_LABEL + 1).search(/[:：]/)
    if (at <= 0) continue
    const value = line.slice(at + 1).trim()
    if (value === '' && at === line.trimEnd().length - 1) {
      const below = next?.type === 'paragraph' ? next : {}
      if (i + 1 < lines.length) add(labels, line.slice(0, at), lines[i + 1]!, block)
      else add(labels, line.slice(0, at), textOf(below), below)
    }
    // A URL or a time of day is not a label; in a script without spaces, the value follows at once.
    else if (/^\s/.test(line.slice(at + 1)) || line[at] === '：' || SPACELESS.test(line[at - 1]!))
      add(labels, line.slice(0, at), value, block)
  }
}

const readDefinitions = (labels: Labels, items: readonly JsonObject[], depth: number): void => {
  for (const item of items) {
    if (typeof item.term === 'string') add(labels, item.term, textOf(item), item)
    readBlocks(labels, blocksOf(item.content), depth + 1)
  }
}

const readTable = (labels: Labels, rows: unknown): void => {
  if (Array.isArray(rows)) readRows(labels, rows.filter(isObject))
}

/** Adds a table, whose rows are objects. */
export const readRows = (labels: Labels, things: Thing[]): void => {
  const [first] = things
  if (first === undefined) return
  const columns = Object.keys(first)
  const isNamed = !columns.every((name, i) => name === `column${i + 1}`)
  if (things.length === 1 && isNamed) for (const name of columns) add(labels, name, written(first[name]))
  if (columns.length === 2)
    for (const thing of things) {
      const [label = '', value = ''] = Object.values(thing).map(written)
      add(labels, label, value)
    }
  if (isNamed) labels.tables.push(things)
}

/** A cell as text. Objects and lists have none. */
const written = (cell: unknown): string => (cell === null || typeof cell === 'object' ? '' : String(cell))

/** Adds a value with its label. `within` is the block that it is in, if that may have links. */
const add = (labels: Labels, label: string, value: string, within: JsonObject = {}): void => {
  const text = value.trim()
  if (text === '' || text.length > MAX_VALUE || label.length > MAX_LABEL || !/\p{L}/u.test(label)) return
  const key = keyOf(label)
  push(labels.values, key, text)
  const links = Array.isArray(within.links) ? within.links.slice(0, MAX_LINKS) : []
  const link = links.find((each) => isObject(each) && each.text === text)
  if (typeof link?.url === 'string') push(labels.addresses, key, link.url)
}

const push = (map: Map<string, string[]>, key: string, value: string): void => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
