import { decodeHTML } from 'entities/decode'
import { Parser } from 'htmlparser2'
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

function fromXml(xml: string): Segment[] {
  const segments: Segment[] = []
  let open: Segment | undefined
  /** The elements around a text within its segment. */
  let depth = 0
  const reader = new Parser(
    {
      onopentag(name, { start, dur, t, d }) {
        if (open) depth++
        else if (name === 'text') open = { start: Number(start), duration: Number(dur ?? 0), text: '' }
        else if (name === 'p') open = { start: Number(t) / 1000, duration: Number(d ?? 0) / 1000, text: '' }
      },
      ontext(piece) {
        if (open) open.text += piece
      },
      onclosetag() {
        if (!open || depth-- > 0) return
        // The text is HTML, so it is escaped twice.
        segments.push({ ...open, text: plain(decodeHTML(open.text)) })
        open = undefined
        depth = 0
      },
    },
    { xmlMode: true },
  )
  reader.end(xml)
  return segments
}

const plain = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
