import { decodeHTML } from 'entities/decode'
import type { Segment } from './transcript.ts'

const TIMING =
  /^\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?/

/** A file of captions. */
export interface TimedText {
  /** What the file says of its language. */
  language: string | null
  segments: Segment[]
  /** There are more. */
  isCut: boolean
}

/** Cues of one file: ten hours of speech have some 20,000. */
const MAX_CUES = 50_000

/** The warning for a file of more. */
export const TOO_MANY_CUES = 'The captions were cut: only the first of their cues are read'

/**
 * Reads WebVTT and SubRip, which differ in little: a line with two times, and the lines below it until an empty one.
 * Notes, styles, numbers and names of cues are passed over. Source: WebVTT, section 4.
 */
export function parseTimedText(text: string): TimedText {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')
  const segments: Segment[] = []
  let language: string | null = null
  for (let at = 0; at < lines.length; at++) {
    const found = TIMING.exec(lines[at]!)
    if (found === null) {
      // It stands above the first cue, as a line of the header.
      if (segments.length === 0) language ??= /^Language:\s*([A-Za-z\d-]{2,35})\s*$/.exec(lines[at]!)?.[1] ?? null
      continue
    }
    if (segments.length === MAX_CUES) return { language, segments, isCut: true }
    const payload: string[] = []
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '' && !TIMING.test(lines[at + 1]!))
      payload.push(lines[++at]!)
    // Without an empty line between them, the number of the next cue stands below this one.
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

/** Milliseconds are as exact as captions are. */
const round = (seconds: number) => Math.round(seconds * 1000) / 1000

/** What a cue says: who speaks stands before it, other markup goes. `{\an8}` is the place on the screen in SubRip. */
const textOf = (payload: string): string =>
  decodeHTML(
    payload
      .replace(/<v(?:\.[^\s<>]*)?\s([^<>]*)>/g, (_, name: string) => `${name.trim()}: `)
      .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
