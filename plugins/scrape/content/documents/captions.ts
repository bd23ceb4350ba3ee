import type { DocumentReader } from '../converted.ts'
import { decode } from '../decode.ts'
import { answerTranscript } from '../video/answer-transcript.ts'
import { parseTimedText } from '../video/timed-text.ts'
import { bareTranscript } from '../video/transcript.ts'
import { unreadable } from './answer.ts'

/** Files of captions, WebVTT and SubRip, as the transcript that they are. Films and sounds themselves are refused. */
export const readCaptions: DocumentReader = async (source, options) => {
  const { body, headers, mime } = source
  if (mime !== 'text/vtt' && mime !== 'application/x-subrip')
    throw unreadable('unsupported_type', `Files of this type (${mime}) cannot be read; their captions can (.vtt, .srt)`)
  const { text } = decode(body, headers.get('content-type'))
  const { language, segments } = parseTimedText(text)
  return answerTranscript(source, options, bareTranscript(segments, language), text)
}
