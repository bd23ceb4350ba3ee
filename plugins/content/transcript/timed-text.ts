import { decodeHTML } from 'entities/decode'
import type { Segment } from './transcript.ts'

const TIMING =
  /^\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?/

/** A parsed caption file. */
export interface TimedText {
  /** The language that the file declares. */
  language: string | null
  segments: Segment[]
  /** Whether there are more segments. */
  isCut: boolean
}

/** The most cues of a file: ten hours of speech have some 20,000. */
const MAX_CUES = 50_000

/** The warning for a file with more cues. */
export const TOO_MANY_CUES = 'The captions were cut: only the first of their cues are read'

/**
 * Parses WebVTT and SubRip, which differ little: a line with two times, followed by text lines until an empty one.
 * Notes, styles, numbers and names of cues are skipped. Source: WebVTT, section 4.
 */
export function parseTimedText(text: string): TimedText {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')
  const segments: Segment[] = []
  let language: string | null = null
  for (let at = 0; at < lines.length; at++) {
    const found = TIMING.exec(lines[at]!)
    if (found === null) {
      // It is a header line, above the first cue.
      if (segments.length === 0) language ??= /^Language:\s*([A-Za-z\d-]{2,35})\s*$/.exec(lines[at]!)?.[1] ?? null
      continue
    }
    if (segments.length === MAX_CUES) return { language, segments, isCut: true }
    const payload: string[] = []
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '' && !TIMING.test(lines[at + 1]!))
      payload.push(lines[++at]!)
    // Without an empty line between them, the number of the next cue directly follows this one.
    if (TIMING.test(lines[at + 1] ?? '') && /^\s*\d+\s*$/.test(payload.at(-1) ?? '')) payload.pop()
    const said = textOf(payload.join(' '))
    if (said === '') continue
    const [start, end] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
    segments.push({ start, duration: round(Math.max(0, end - start)), text: said })
  }
  return { language, segments, isCut: false }
}

const secondsOf = ([hours = '0', minutes, seconds, fraction = '']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`)

/** Captions are not more exact than milliseconds. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000

/** The text of a cue, after the name of its speaker, without markup. `{\an8}` is a screen position in SubRip. */
const textOf = (payload: string): string =>
  decodeHTML(
    payload
      .replace(/<v(?:\.[^\s<>]*)?\s([^<>]*)>/g, (_, name: string) => `${name.trim()}: `)
      .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
