/** What percent-encoded text says; the text as it is where it is not encoded so. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
