import { jsonrepair } from 'jsonrepair'
import { isObject, type JsonObject } from 'weirjs/toolkit'
import { Room } from '../budget.ts'

/**
 * The most characters of a block that is read, of a block that is repaired, and of all repaired blocks of a page.
 * Repairing takes ten times as long as reading, and quadratic time for some texts (60 ms for 64 KiB).
 */
const MAX = { read: 2_097_152, repair: 65_536, repairPage: 131_072 }
/** The most characters of contexts that the nodes of graphs repeat; most contexts are a URL. */
const MAX_REPEATED = 200_000
/**
 * The maximum depth of a block; deeper ones are omitted, because serializing and walking them would not be safe.
 * Source: threats T24.
 */
const MAX_DEPTH = 64

/** What pages wrap around a block: HTML comments, CDATA marks with or without script comments, byte order marks. */
const BEFORE = /^(?:[\s\uFEFF;]|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/
const BEHIND = /(?:-->|\]\]>|\*\/|\/\*|\/\/|;)$/
/** The characters that are searched for it at the end: searching a whole block takes longer than parsing it. */
const TAIL = 60

function unwrap(block: string): string {
  const trimmed = block.trim()
  if (/^[[{]/.test(trimmed) && /[\]}]$/.test(trimmed)) return trimmed
  const text = trimmed.replace(BEFORE, '')
  let end = text.slice(-TAIL)
  while (BEHIND.test(end)) end = end.replace(BEHIND, '').trimEnd()
  return text.slice(0, -TAIL) + end
}

/** The deepest nesting of brackets outside strings. Not recursive, so it is safe for any text. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 123 || code === 91) {
      if (++depth > deepest) deepest = depth
    } else if (code === 125 || code === 93) depth--
  }
  return deepest
}

/** The number of opening brackets, in strings too: an upper bound of the depth, even if the strings are broken. */
const countOpenings = (text: string) => text.length - text.replaceAll(/[{[]/g, '').length

/**
 * The meaning of a broken block: with too many or too few commas, single quotes, line breaks in strings, comments,
 * entities, or a missing end. Undefined if it cannot be repaired.
 */
function repair(text: string): unknown {
  // The repairing parser is recursive, and where quotes are broken it sees other strings than `nesting` does.
  if (countOpenings(text) > 5_000) return undefined
  try {
    const parsed: unknown = JSON.parse(jsonrepair(text))
    if (nesting(JSON.stringify(parsed)) > MAX_DEPTH) return undefined
    // The parser makes an object even of prose; without a keyword of JSON-LD it is ignored.
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(
      (node) => isObject(node) && KEYWORDS.some((name) => name in node),
    )
  } catch {
    return undefined
  }
}

const KEYWORDS = ['@type', '@graph', '@context', '@id']

/** Removes names that careless code could write from the result into the prototype of every object. */
function removePrototypeNames(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) removePrototypeNames(item)
  else if (isObject(value)) {
    Reflect.deleteProperty(value, '__proto__')
    for (const name in value) removePrototypeNames(value[name])
  }
}

/**
 * The nodes of a page's `application/ld+json` blocks, in order. Arrays and `@graph` are split; each node of a graph
 * keeps its block's `@context`, as long as there is room for repeats. A slightly broken block is repaired. A block
 * that cannot be repaired, is nested deeper than 64, or has more than 2 million characters is omitted.
 */
export function readJsonLd(blocks: readonly string[]): JsonObject[] {
  let repairable = MAX.repairPage
  const repeats = new Room(MAX_REPEATED)
  return blocks.flatMap((block) => {
    if (block.length > MAX.read) return []
    const text = unwrap(block)
    if (text === '' || nesting(text) > MAX_DEPTH) return []
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      if (text.length > Math.min(MAX.repair, repairable)) return []
      repairable -= text.length
      parsed = repair(text)
    }
    // Escapes can spell any part of the name.
    if (text.includes('__proto__') || text.includes('\\u00')) removePrototypeNames(parsed)
    return splitGraph(parsed, repeats)
  })
}

function splitGraph(value: unknown, repeats: Room): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((each) => splitGraph(each, repeats))
  if (!isObject(value)) return []
  const graph = value['@graph']
  if (!Array.isArray(graph) && !isObject(graph)) return [value]
  const context = value['@context']
  const length = context === undefined ? 0 : JSON.stringify(context).length
  const nodes = splitGraph(graph, repeats).map((node) =>
    context === undefined || '@context' in node || !repeats.take(length) ? node : { '@context': context, ...node },
  )
  // A named graph has properties of its own in addition to its nodes.
  const { '@graph': _, ...own } = value
  return Object.keys(own).some((name) => name !== '@context' && name !== '@id') ? [own, ...nodes] : nodes
}
