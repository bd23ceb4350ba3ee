import { SPACELESS } from './spaceless.ts'

/** In a script without spaces a number is a word of its own, and not the sentence around it. */
const word = new RegExp(`(?:(?![${SPACELESS}])[\\p{L}\\p{N}_-])+`, 'gu')
const digit = /\p{N}/u

/** The words with a digit: numbers, times, identifiers. */
const tokensOf = (line: string): string[] => (line.match(word) ?? []).filter((text) => digit.test(text))

/** Replaces the tokens of a line. */
function withTokens(line: string, change: (text: string, place: number) => string): string {
  let i = 0
  return line.replace(word, (text) => (digit.test(text) ? change(text, i++) : text))
}

/** A line without its tokens. */
export const skeletonOf = (line: string) => withTokens(line, () => '\u0000')

/** The indexes of the tokens that differ in two lines with the same skeleton. */
export function differingTokens(a: string, b: string): number[] {
  const others = tokensOf(b)
  return tokensOf(a).flatMap((one, i) => (one === others[i] ? [] : i))
}

/** A line without some of its tokens. */
export const withoutTokens = (line: string, places: ReadonlySet<number>) =>
  withTokens(line, (text, place) => (places.has(place) ? '\u0000' : text))

/** A line with some of its tokens replaced by those of another line. */
export function withTokensOf(line: string, other: string, places: ReadonlySet<number>): string {
  const others = tokensOf(other)
  return withTokens(line, (text, place) => (places.has(place) ? (others[place] ?? text) : text))
}

/** Pairs lines of two lists with the same skeleton. Returns the pairs, and the lines that remain of both. */
export function pairUp(removed: readonly string[], added: readonly string[]) {
  const left = new Map<string, string[]>()
  for (const line of added) {
    const same = left.get(skeletonOf(line))
    if (same) same.push(line)
    else left.set(skeletonOf(line), [line])
  }
  const pairs: (readonly [string, string])[] = []
  const gone: string[] = []
  for (const line of removed) {
    const other = left.get(skeletonOf(line))?.shift()
    if (other === undefined) gone.push(line)
    else pairs.push([line, other])
  }
  return { pairs, gone, come: [...left.values()].flat() }
}
