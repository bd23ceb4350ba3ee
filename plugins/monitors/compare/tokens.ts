/** What has a digit in it: numbers, times, identifiers. */
const token = /[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_-]*/gu

const tokensOf = (line: string): string[] => line.match(token) ?? []

/** A line without its numbers, and without the words that have digits. */
export const skeletonOf = (line: string) => line.replace(token, '\u0000')

/** Which of the tokens differ of two lines that have the same skeleton. */
export function differingTokens(a: string, b: string): number[] {
  const others = tokensOf(b)
  return tokensOf(a).flatMap((one, i) => (one === others[i] ? [] : i))
}

/** A line with some of its tokens left out. */
export function withoutTokens(line: string, places: ReadonlySet<number>): string {
  let i = 0
  return line.replace(token, (text) => (places.has(i++) ? '\u0000' : text))
}

/** A line with some of its tokens as another line has them. */
export function withTokensOf(line: string, other: string, places: ReadonlySet<number>): string {
  const others = tokensOf(other)
  let i = 0
  return line.replace(token, (text) => {
    const place = i++
    return places.has(place) ? (others[place] ?? text) : text
  })
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
