/** Characters of a summary that is made of first sentences. */
const SUMMARY = 400
/** Characters of a text that its beginning is looked for in. */
export const BEGINNING = 20_000

let segmenter: Intl.Segmenter | undefined

/** The first sentences of a text, whole where they are short enough. */
export function firstSentences(text: string): string {
  // Takes a while to make, and few texts are summed up.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  let sentences = ''
  for (const { segment } of segmenter.segment(text.slice(0, BEGINNING))) {
    if (sentences.length + segment.length > SUMMARY) break
    sentences += segment
  }
  return sentences.trim() || text.slice(0, SUMMARY).toWellFormed()
}
