const word = /[\p{L}\p{N}_-]+/gu
const digit = /\p{N}/u

/** What has a digit in it: numbers, times, identifiers. */
const tokensOf = (line: string): string[] => (line.match(word) ?? []).filter((text) => digit.test(text))

/** A line with its tokens changed. */
function withTokens(line: string, change: (text: string, place: number) => string): string {
  let i = 0
  return line.replace(word, (text) => (digit.test(text) ? change(text, i++) : text))
}

/** A line without its numbers, and without the words that have digits. */
export const skeletonOf = (line: string) => withTokens(line, () => '\u0000')

/** Which of the tokens differ of two lines that have the same skeleton. */
export function differingTokens(a: string, b: string): number[] {
  const others = tokensOf(b)
  return tokensOf(a).flatMap((one, i) => (one === others[i] ? [] : i))
}

/** A line with some of its tokens left out. */
export const withoutTokens = (line: string, places: ReadonlySet<number>) =>
  withTokens(line, (text, place) => (places.has(place) ? '\u0000' : text))

/** A line with some of its tokens as another line has them. */
export function withTokensOf(line: string, other: string, places: ReadonlySet<number>): string {
  const others = tokensOf(other)
  return withTokens(line, (text, place) => (places.has(place) ? (others[place] ?? text) : text))
}

/** Lines of two lists that have the same skeleton, and those that are left of both. */
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
