import { type GuardedFetch, isApiError, type PageRequest } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import { wants } from '../content/converted.ts'
import { decode } from '../content/decode.ts'
import type { Converted } from '../content/index.ts'
import { addTranscript, type Said } from '../content/video/add-transcript.ts'
import type { CaptionFile } from '../content/video/find-captions.ts'
import { parseTimedText } from '../content/video/timed-text.ts'
import { createAsking } from './ask.ts'
import { chooseLanguage } from './choose-language.ts'

interface Context {
  request: PageRequest
  content: ContentOptions
  fetch: GuardedFetch
  signal: AbortSignal
}

/** Most bytes of captions: those of ten hours have less than 2 MB. */
const MAX_CAPTIONS_BYTES = 4 * 1024 * 1024
/** Milliseconds for them, so that a page does not wait for what is but an addition. */
const CAPTIONS_TIME = 10_000

/** A page with what is said in its video, where it names captions or has the transcript in its data. */
export async function withCaptions(
  converted: Converted,
  context: Context,
): Promise<{ converted: Converted; warnings: string[] }> {
  const { content, request } = context
  // Who names parts of a page wants those alone.
  const isWanted = content.includeTags.length === 0 && wants(content, 'markdown', 'html', 'text', 'json')
  if (converted.parserName !== 'html' || !isWanted) return { converted, warnings: [] }
  const files = converted.captions ?? []
  if (files.length === 0) {
    const text = transcriptOf(converted)
    if (text === undefined) return { converted, warnings: [] }
    return { converted: addTranscript(converted, { language: null, segments: [], text }, content), warnings: [] }
  }
  const asked = request.location?.languages ?? []
  const byDefault = [...files].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const file = chooseLanguage(byDefault, ({ language }) => language, asked)!
  try {
    const said = await readFile(file, context)
    if (said.segments.length > 0) return { converted: addTranscript(converted, said, content), warnings: [] }
    return { converted: { ...converted, transcriptAvailable: false }, warnings: [] }
  } catch (error) {
    if (!isApiError(error) || context.signal.aborted) throw error
    const why = `The captions of the page's video could not be had: ${error.message}`
    return { converted: { ...converted, transcriptAvailable: false }, warnings: [why] }
  }
}

async function readFile({ url, language }: CaptionFile, context: Context): Promise<Said> {
  const { request, fetch } = context
  const timeout = Math.min(request.timeout, CAPTIONS_TIME)
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeout)])
  const { ask } = createAsking({ fetch, page: { ...request, timeout }, signal, service: 'captions' })
  const { status, headers, body } = await ask(new URL(url), { maxBytes: MAX_CAPTIONS_BYTES })
  const found = parseTimedText(status < 400 ? decode(body, headers.get('content-type')).text : '')
  const text = found.segments.map((segment) => segment.text).join('\n')
  return { language: language ?? found.language, segments: found.segments, text }
}

/** What the page's JSON-LD says that is said in its video. */
function transcriptOf({ metadata }: Converted): string | undefined {
  const video = metadata.structuredData.jsonLd.find(
    (item) => [item['@type']].flat().includes('VideoObject') && typeof item.transcript === 'string',
  )
  const text = video?.transcript
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
