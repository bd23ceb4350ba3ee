import {
  answerTranscript,
  bareTranscript,
  decode,
  parseTimedText,
  type ReadOnThread,
  TOO_MANY_CUES,
  unreadable,
} from '../../content/toolkit.ts'
import { firstOf } from '../data/first-of.ts'

/** Reads captions (WebVTT and SubRip) as a transcript. Video and audio files themselves are refused. */
export const read: ReadOnThread = async (source, options, budget) => {
  const { body, headers, mime } = source
  if (mime !== 'text/vtt' && mime !== 'application/x-subrip')
    throw unreadable('unsupported_type', `Files of this type (${mime}) cannot be read; their captions can (.vtt, .srt)`)
  const text = firstOf(decode(body, headers.get('content-type')).text, budget)
  const { language, segments, isCut } = parseTimedText(text)
  if (isCut) budget.warn(TOO_MANY_CUES)
  return answerTranscript(source, options, bareTranscript(segments, language), text)
}
