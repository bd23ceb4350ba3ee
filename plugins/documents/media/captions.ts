import type { DocumentReader } from '../../content/converted.ts'
import { decode } from '../../content/encoding/decode.ts'
import { unreadable } from '../../content/read/answer.ts'
import { answerTranscript } from '../../content/transcript/answer-transcript.ts'
import { parseTimedText, TOO_MANY_CUES } from '../../content/transcript/timed-text.ts'
import { bareTranscript } from '../../content/transcript/transcript.ts'
import { firstOf } from '../data/first-of.ts'

/** Files of captions, WebVTT and SubRip, as the transcript that they are. Films and sounds themselves are refused. */
export const readCaptions: DocumentReader = async (source, options, budget) => {
  const { body, headers, mime } = source
  if (mime !== 'text/vtt' && mime !== 'application/x-subrip')
    throw unreadable('unsupported_type', `Files of this type (${mime}) cannot be read; their captions can (.vtt, .srt)`)
  const text = firstOf(decode(body, headers.get('content-type')).text, budget)
  const { language, segments, isCut } = parseTimedText(text)
  if (isCut) budget.warn(TOO_MANY_CUES)
  return answerTranscript(source, options, bareTranscript(segments, language), text)
}
