import { END, TagScanner } from './tag-scanner.ts'

/** Whether a page shows more letters and digits than `most`. Reads only as far as necessary. */
export function showsMoreThan(html: string, most: number): boolean {
  const scanner = new TagScanner(html)
  let letters = 0
  for (;;) {
    const found = scanner.next()
    letters += countLetters(html, scanner.textFrom, scanner.textTo)
    if (letters > most) return true
    if (found === END) return false
  }
}

/**
 * Counts the letters and digits of a text. Bytes above ASCII are letters of other scripts, two or three to a
 * character that says as much as two Latin ones.
 */
export function countLetters(html: string, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) {
    const code = html.charCodeAt(i)
    if (code >= 0x80) count += 0.8
    else if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) count += 1
    else if (code === 38) {
      // A character reference counts as at most one letter.
      const length = html.slice(i + 1, Math.min(i + 10, to)).indexOf(';')
      if (length > 0) i += length + 1
    }
  }
  return count
}
