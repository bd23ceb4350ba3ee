import { decode } from '../encoding/decode.ts'
import type { Captions } from '../service.ts'
import { parseTimedText, TOO_MANY_CUES } from './timed-text.ts'
import type { Segment } from './transcript.ts'
import {
  paragraphsOf,
  paragraphsToHtml,
  paragraphsToMarkdown,
  segmentsToHtml,
  segmentsToMarkdown,
  segmentsToText,
} from './write-segments.ts'

/** The transcript of a page's video: with times, or as a single text. */
interface Spoken {
  language: string | null
  segments: readonly Segment[]
  text: string
}

/** A transcript in every form that an answer may need. */
export interface WrittenTranscript {
  /** False for a text without times, which the page may show itself. */
  isTimed: boolean
  text: string
  words: number
  forms: { markdown: string; html: string; text: string }
  /** Its language, text and segments as JSON. */
  json: string
  /** What was cut. */
  warnings: string[]
}

/** The most characters of a transcript that are added to a page: ten hours of speech have some 600,000. */
const MAX_SPOKEN = 1_500_000
/** Characters of a segment in addition to its text. */
const TIMES = 64

/** Reads a caption file; the result for any other file has no segments. */
export function readCaptionFile({ body, type, language }: Captions): WrittenTranscript {
  const found = parseTimedText(decode(body, type).text)
  const segments = firstOf(found.segments)
  const transcript = writeTranscript({
    language: language ?? found.language,
    segments,
    text: segments.map(({ text }) => text).join('\n'),
  })
  const isCut = found.isCut || segments.length < found.segments.length
  return isCut ? { ...transcript, warnings: [TOO_MANY_CUES] } : transcript
}

const firstOf = (segments: readonly Segment[]): readonly Segment[] => {
  let length = 0
  for (const [i, { text }] of segments.entries()) {
    length += text.length + TIMES
    if (length > MAX_SPOKEN) return segments.slice(0, i)
  }
  return segments
}

export function writeTranscript({ language, segments, text }: Spoken): WrittenTranscript {
  const isTimed = segments.length > 0
  const paragraphs = paragraphsOf(text)
  const forms = isTimed
    ? { markdown: segmentsToMarkdown(segments), html: segmentsToHtml(segments), text: segmentsToText(segments) }
    : {
        markdown: paragraphsToMarkdown(paragraphs),
        html: paragraphsToHtml(paragraphs),
        text: paragraphs.join('\n'),
      }
  const json = JSON.stringify({ language, text, segments })
  return { isTimed, text, words: text.split(/\s+/).length, forms, json, warnings: [] }
}
