/** Decodes percent-encoded text; text that is not validly encoded is returned as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
