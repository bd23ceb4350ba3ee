import { valueOf } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { type Converted, wants } from '../converted.ts'
import { escapeHtml } from '../documents/escape-html.ts'
import { escapeAll } from '../markdown/escape.ts'
import type { Segment } from './transcript.ts'
import { segmentsToHtml, segmentsToMarkdown, segmentsToText } from './written-transcript.ts'

/** What is said in a video of a page: with times, or as one text. */
export interface Said {
  language: string | null
  segments: readonly Segment[]
  text: string
}

/**
 * A page with what is said in its video: behind its own text in each format, under the heading "Transcript". A page that is
 * about the video is then one of the kind `video`.
 */
export function addTranscript(converted: Converted, said: Said, options: ContentOptions): Converted {
  const { segments, language } = said
  const isTimed = segments.length > 0
  const paragraphs = said.text.split(/\n+/).filter((line) => line.trim() !== '')
  const written = {
    markdown: () => (isTimed ? segmentsToMarkdown(segments) : paragraphs.map(escapeAll).join('\n\n')),
    html: () =>
      isTimed ? segmentsToHtml(segments) : paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
    text: () => (isTimed ? segmentsToText(segments) : paragraphs.join('\n')),
  }
  const { markdown, html, text } = converted
  const json = valueOf(converted.json)
  if (!isTimed && isShown(text ?? markdown ?? html ?? '', said)) return { ...converted, transcriptAvailable: true }
  const isRaw = options.htmlFormat === 'raw'
  return {
    ...converted,
    ...(markdown !== undefined && { markdown: joined(markdown, `## Transcript\n\n${written.markdown()}`) }),
    ...(text !== undefined && { text: joined(text, `Transcript\n\n${written.text()}`) }),
    ...(html !== undefined &&
      !isRaw && { html: options.stripHtml ? joined(html, written.text()) : withSection(html, written.html()) }),
    ...(wants(options, 'json') &&
      typeof json === 'object' && {
        json: { ...json, transcript: { language, text: said.text, segments } },
      }),
    ...(isAboutVideo(converted, said) && { parserName: 'video' as const, contentSource: 'transcript' as const }),
    transcriptAvailable: true,
  }
}

/** Letters at the beginning of a transcript by which it is found on its page. */
const FIRST_LETTERS = 200

/** Whether a page shows the transcript itself. */
function isShown(page: string, said: Said): boolean {
  const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
  const first = lettersOf(said.text.slice(0, 2 * FIRST_LETTERS)).slice(0, FIRST_LETTERS)
  return lettersOf(page.replace(/<[^<>]*>/g, '')).includes(first)
}

const joined = (before: string, after: string): string =>
  before.trim() === '' ? after : `${before.trimEnd()}\n\n${after}`

/** At the end of the page's body, where it has one. */
function withSection(html: string, transcript: string): string {
  const section = `<section>\n<h2>Transcript</h2>\n${transcript}\n</section>\n`
  const end = html.lastIndexOf('</body>')
  return end < 0 ? `${html}\n${section}` : `${html.slice(0, end)}${section}${html.slice(end)}`
}

/** Whether a page says that it is one of a video, or says less itself than is said in the video. */
function isAboutVideo({ metadata }: Converted, { text }: Said): boolean {
  const { og, structuredData, contentQuality } = metadata
  if (og.type?.toLowerCase().startsWith('video')) return true
  const types = structuredData.schemaTypes
  if (types.includes('VideoObject') && !types.some((type) => /Article|Posting$|Product|Recipe/.test(type))) return true
  return contentQuality.wordCount < text.split(/\s+/).length
}
