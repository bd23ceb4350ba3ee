import type { ContentFormat, ContentOptions } from 'weirjs/schemas'
import { JsonText } from 'weirjs/toolkit'
import { type Converted, wants } from '../converted.ts'
import type { WrittenTranscript } from './written-transcript.ts'

/**
 * Adds the transcript of its video to each format of a page, after its own text, under the heading "Transcript". A
 * page that is about the video then has the parser name `video`.
 */
export function addTranscript(converted: Converted, transcript: WrittenTranscript, options: ContentOptions): Converted {
  const { forModel, ...shown } = converted
  if (forModel === undefined) return add(shown, transcript, options)
  const read = add({ ...shown, ...forModel } as Converted, transcript, options)
  const formats = Object.keys(forModel) as ContentFormat[]
  const added = Object.fromEntries(formats.map((format) => [format, read[format]]))
  return { ...add(shown, transcript, options), forModel: added }
}

function add(converted: Converted, transcript: WrittenTranscript, options: ContentOptions): Converted {
  const { forms, isTimed } = transcript
  const { markdown, html, text, json } = converted
  if (!isTimed && isShown(text ?? markdown ?? html ?? '', transcript))
    return { ...converted, transcriptAvailable: true }
  const isRaw = options.htmlFormat === 'raw'
  const section = options.stripHtml ? (page: string) => joined(page, forms.text) : withSection(forms.html)
  return {
    ...converted,
    ...(markdown !== undefined && { markdown: joined(markdown, `## Transcript\n\n${forms.markdown}`) }),
    ...(text !== undefined && { text: joined(text, `Transcript\n\n${forms.text}`) }),
    ...(html !== undefined && !isRaw && { html: section(html) }),
    ...(wants(options, 'json') && { json: withMember(json, transcript.json) }),
    ...(isAboutVideo(converted, transcript) && { parserName: 'video' as const, contentSource: 'transcript' as const }),
    transcriptAvailable: true,
  }
}

/**
 * Adds the transcript to an object as a member, without parsing data that is JSON text already. Other values are not
 * changed.
 */
function withMember(json: unknown, transcript: string): unknown {
  if (!(json instanceof JsonText)) {
    return typeof json === 'object' ? { ...json, transcript: JSON.parse(transcript) } : json
  }
  const { text } = json
  if (!text.startsWith('{')) return json
  const members = text.slice(1, -1)
  return new JsonText(`{${members}${members === '' ? '' : ','}"transcript":${transcript}}`)
}

/** The letters at the beginning of a transcript by which it is found on its page. */
const FIRST_LETTERS = 200

/** Whether a page shows the transcript itself. */
function isShown(page: string, transcript: WrittenTranscript): boolean {
  const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
  const first = lettersOf(transcript.text.slice(0, 2 * FIRST_LETTERS)).slice(0, FIRST_LETTERS)
  return lettersOf(page.replace(/<[^<>]*>/g, '')).includes(first)
}

const joined = (before: string, after: string): string =>
  before.trim() === '' ? after : `${before.trimEnd()}\n\n${after}`

/** Adds a section at the end of the page's body, or of the HTML if it has none. */
const withSection = (transcript: string) => (html: string) => {
  const section = `<section>\n<h2>Transcript</h2>\n${transcript}\n</section>\n`
  const end = html.lastIndexOf('</body>')
  return end < 0 ? `${html}\n${section}` : `${html.slice(0, end)}${section}${html.slice(end)}`
}

/** Whether a page declares that it is a video's, or has fewer words than the video. */
function isAboutVideo({ metadata }: Converted, { words }: WrittenTranscript): boolean {
  const { og, structuredData, contentQuality } = metadata
  if (og.type?.toLowerCase().startsWith('video')) return true
  const types = structuredData.schemaTypes
  if (types.includes('VideoObject') && !types.some((type) => /Article|Posting$|Product|Recipe/.test(type))) return true
  return contentQuality.wordCount < words
}
