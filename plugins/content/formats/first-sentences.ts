/** The most characters of a summary. */
const SUMMARY = 400
/** The most characters of a text that are searched for its first sentences. */
export const BEGINNING = 20_000

let segmenter: Intl.Segmenter | undefined

/** The first sentences of a text, as many as fit. */
export function firstSentences(text: string): string {
  // Created on first use: creating it is slow, and few texts are summarized.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  let sentences = ''
  for (const { segment } of segmenter.segment(text.slice(0, BEGINNING))) {
    if (sentences.length + segment.length > SUMMARY) break
    sentences += segment
  }
  return sentences.trim() || text.slice(0, SUMMARY).toWellFormed()
}
