import type { ContentOptions } from 'weirjs/schemas'
import { type Converted, wants } from '../converted.ts'
import { addTranscript } from './add-transcript.ts'
import { writeTranscript } from './written-transcript.ts'

/** Whether the transcript of a page's video is wanted: not if the request selects parts of the page. */
export const wantsTranscript = (options: ContentOptions): boolean =>
  options.includeTags.length === 0 && wants(options, 'markdown', 'html', 'text', 'json')

/** Adds the transcript in a page's JSON-LD, if the page names no captions. */
export function withOwnTranscript(converted: Converted, options: ContentOptions): Converted {
  const isWithout = converted.parserName !== 'html' || (converted.captions ?? []).length > 0
  const text = isWithout || !wantsTranscript(options) ? undefined : transcriptOf(converted)
  return text === undefined
    ? converted
    : addTranscript(converted, writeTranscript({ language: null, segments: [], text }), options)
}

function transcriptOf({ metadata }: Converted): string | undefined {
  const video = metadata.structuredData.jsonLd.find(
    (item) => [item['@type']].flat().includes('VideoObject') && typeof item.transcript === 'string',
  )
  const text = video?.transcript
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
