import type { ContentOptions } from 'weirjs/schemas'
import {
  answerTranscript,
  Budget,
  type Converted,
  cutToBudget,
  type Transcript,
  writeConverted,
} from '../../../content/toolkit.ts'
import { readCaptions } from './read-captions.ts'

/** YouTube's responses for a video. */
export interface VideoAnswers {
  url: string
  options: ContentOptions
  /** The metadata of the video; its language is that of the captions. */
  about: Omit<Transcript, 'segments'>
  watchPage: Uint8Array
  /** Empty if it has none. */
  captions: Uint8Array
}

/** Converts a video to the requested formats, within the budget of its responses. */
function readVideo({ url, options, about, watchPage, captions }: VideoAnswers): Converted {
  const found = readCaptions(new TextDecoder().decode(captions))
  const segments = found.length > 0 ? found : null
  const transcript = { ...about, language: segments && about.language, segments }
  const budget = new Budget(watchPage.byteLength + captions.byteLength)
  const html = new TextDecoder().decode(watchPage)
  const cut = cutToBudget(answerTranscript({ url: new URL(url) }, options, transcript, html), options, budget)
  return budget.warnings.length > 0 ? { ...cut, warnings: budget.warnings } : cut
}

/** The same in the form that threads transfer. */
export const convertVideo = (answers: VideoAnswers) => writeConverted(readVideo(answers))
