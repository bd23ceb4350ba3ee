import { decodeHTML, decodeXML } from 'entities/decode'
import { XMLParser } from 'fast-xml-parser'
import type { Segment } from '../../../content/toolkit.ts'

/**
 * Parses captions in YouTube's formats: XML with `<text start dur>` in seconds or `<p t d>` in milliseconds, and JSON
 * (`json3`). Anything else has no segments.
 */
export function readCaptions(text: string): Segment[] {
  const segments = text.trimStart().startsWith('{') ? fromJson(text) : fromXml(text)
  return segments.filter(({ start, duration, text }) => text !== '' && start >= 0 && Number.isFinite(start + duration))
}

function fromJson(text: string): Segment[] {
  let events: unknown
  try {
    events = (JSON.parse(text) as { events?: unknown }).events
  } catch {
    // A truncated response has no segments.
    return []
  }
  return (Array.isArray(events) ? events : []).map((event) => {
    const { tStartMs, dDurationMs, segs } = (event ?? {}) as Record<string, unknown>
    const pieces = (Array.isArray(segs) ? segs : []).map((piece) => (piece as { utf8?: unknown } | null)?.utf8 ?? '')
    return {
      start: Number(tStartMs ?? 0) / 1000,
      duration: Number(dDurationMs ?? 0) / 1000,
      text: plain(pieces.join('')),
    }
  })
}

/** Expands no entities of the document, and keeps text as it is. Source: threats T19. */
const xml = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: false,
})

/** A node of the parser: its children under its name, its attributes beside them, or text. */
interface XmlNode {
  '#text'?: string
  ':@'?: Record<string, string>
  [name: string]: unknown
}

function fromXml(text: string): Segment[] {
  try {
    return segmentsOf(xml.parse(text) as XmlNode[])
  } catch {
    // A truncated response has no segments.
    return []
  }
}

const childrenOf = (node: XmlNode): XmlNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : []))

const segmentsOf = (nodes: readonly XmlNode[]): Segment[] =>
  nodes.flatMap((node) => {
    const { start, dur, t, d } = node[':@'] ?? {}
    const read = (from: number, duration: number) => [{ start: from, duration, text: plain(textOf(node)) }]
    if ('text' in node) return read(Number(start), Number(dur ?? 0))
    if ('p' in node) return read(Number(t) / 1000, Number(d ?? 0) / 1000)
    return segmentsOf(childrenOf(node))
  })

/** The text is HTML, so it is escaped twice. */
const textOf = (node: XmlNode): string =>
  decodeHTML(decodeXML(node['#text'] ?? '')) + childrenOf(node).map(textOf).join('')

const plain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
