/** The share of a text, at its end, that is searched for a boundary. */
const SEARCHED = 0.1

/**
 * The beginning of a text with at most `maxLength` characters: up to the end of a paragraph, otherwise of a line,
 * otherwise of a word.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const first = Math.floor(maxLength * (1 - SEARCHED))
  const end = text.slice(first, maxLength + 1)
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = end.lastIndexOf(boundary)
    if (at >= 0) return text.slice(0, first + at)
  }
  // A surrogate pair is not split.
  const last = text.charCodeAt(maxLength - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxLength - 1 : maxLength)
}
