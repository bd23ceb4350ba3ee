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

/** What YouTube sent of a video. */
export interface VideoAnswers {
  url: string
  options: ContentOptions
  /** What is known of it; its language is that of the captions. */
  about: Omit<Transcript, 'segments'>
  watchPage: Uint8Array
  /** Empty where it has none. */
  captions: Uint8Array
}

/** A video in the formats that were asked for, within what its answers may yield. */
function readVideo({ url, options, about, watchPage, captions }: VideoAnswers): Converted {
  const found = readCaptions(new TextDecoder().decode(captions))
  const segments = found.length > 0 ? found : null
  const transcript = { ...about, language: segments && about.language, segments }
  const budget = new Budget(watchPage.byteLength + captions.byteLength)
  const html = new TextDecoder().decode(watchPage)
  const cut = cutToBudget(answerTranscript({ url: new URL(url) }, options, transcript, html), options, budget)
  return budget.warnings.length > 0 ? { ...cut, warnings: budget.warnings } : cut
}

/** The same as threads give it. */
export const convertVideo = (answers: VideoAnswers) => writeConverted(readVideo(answers))
