import type { ContentOptions } from 'weirjs/schemas'
import type { JsonObject } from 'weirjs/toolkit'
import type { Converted, Source } from '../converted.ts'
import { escapeHtml } from '../escape-html.ts'
import { escapeAll } from '../markdown/inline/escape.ts'
import { measureText } from '../quality/measure-text.ts'
import { addressesIn, answer } from '../read/answer.ts'
import type { Transcript } from './transcript.ts'
import {
  paragraphsOf,
  paragraphsToHtml,
  paragraphsToMarkdown,
  segmentsToHtml,
  segmentsToMarkdown,
  segmentsToText,
} from './write-segments.ts'

/**
 * Converts the transcript of a video to the requested formats; without captions, its description. `raw` is the source
 * that it was read from.
 */
export function answerTranscript(
  { url }: Pick<Source, 'url'>,
  options: ContentOptions,
  transcript: Transcript,
  raw: string,
): Converted {
  const { title, author, description, keywords, date, language, duration, isAutomatic, segments } = transcript
  const about = description ?? ''
  const spoken = segments?.map(({ text }) => text).join('\n') ?? about
  const converted = answer({ parserName: 'video', url }, options, {
    title,
    description,
    language,
    author,
    markdown: () => {
      const body = segments ? segmentsToMarkdown(segments) : paragraphsToMarkdown(paragraphsOf(about))
      return [title === null ? '' : `# ${escapeAll(title)}`, body].filter(Boolean).join('\n\n')
    },
    html: () => {
      const body = segments ? segmentsToHtml(segments) : paragraphsToHtml(paragraphsOf(about))
      return [title === null ? '' : `<h1>${escapeHtml(title)}</h1>`, body].filter(Boolean).join('\n')
    },
    text: () => [title ?? '', segments ? segmentsToText(segments) : about].filter(Boolean).join('\n\n'),
    rawHtml: () => raw,
    json: () => ({
      title,
      author,
      description,
      date,
      language,
      duration,
      isAutomatic,
      segments: segments ?? [],
    }),
    links: () => addressesIn(about),
    contentSource: segments ? 'transcript' : 'document',
    quality: { ...measureText(spoken, language), contentType: 'media' },
    jsonLd: title === null ? [] : [videoObject(transcript)],
  })
  converted.metadata.keywords = keywords
  converted.metadata.date = date
  converted.transcriptAvailable = segments !== null
  return converted
}

/** The video as a schema.org item. */
function videoObject({ title, author, description, date, language, duration, segments }: Transcript): JsonObject {
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    ...(title !== null && { name: title }),
    ...(description !== null && { description }),
    ...(author !== null && { author: { '@type': 'Person', name: author } }),
    ...(date !== null && { uploadDate: date }),
    ...(language !== null && { inLanguage: language }),
    ...(duration !== null && { duration: `PT${Math.round(duration)}S` }),
    ...(segments && { transcript: segments.map(({ text }) => text).join(' ') }),
  }
}
