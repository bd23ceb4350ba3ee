import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'

/** What nearly all pages use; the other 2,200 names go the slower way. */
const common: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  raquo: '»',
  laquo: '«',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** The most common references by their first letter, which are read without making a string of the name. */
const commonest: readonly (readonly [name: string, char: string] | undefined)[] = Array.from(
  'abcdefghijklmnopqrstuvwxyz',
  (letter) =>
    ['amp', 'gt', 'lt', 'nbsp', 'quot']
      .map((name) => [`${name};`, common[name]!] as const)
      .find(([name]) => name[0] === letter),
)

/** The common references of a string that holds a `&`; null where one of another kind is met. */
const decodeCommon = (source: string): string | null => {
  let out = ''
  let from = 0
  for (let at = source.indexOf('&'); at >= 0; at = source.indexOf('&', from)) {
    const first = source.charCodeAt(at + 1)
    const isReference = first === 35 || (first >= 65 && first <= 90) || (first >= 97 && first <= 122)
    if (!isReference) {
      out += source.slice(from, at + 1)
      from = at + 1
      continue
    }
    const likely = commonest[first - 97]
    if (likely !== undefined && source.startsWith(likely[0], at + 1)) {
      out += source.slice(from, at) + likely[1]
      from = at + 1 + likely[0].length
      continue
    }
    let end = at + 2
    while (end < at + 10 && source.charCodeAt(end) !== 59) end++
    if (source.charCodeAt(end) !== 59) return null
    const name = source.slice(at + 1, end)
    let char: string | undefined
    if (first === 35) {
      const hex = (name.charCodeAt(1) | 32) === 120
      const digits = name.slice(hex ? 2 : 1)
      if (!(hex ? /^[\da-f]+$/i : /^\d+$/).test(digits)) return null
      const code = Number.parseInt(digits, hex ? 16 : 10)
      // Below 160 old encodings show through, and surrogates and what is beyond Unicode become U+FFFD.
      if (code < 32 || (code > 126 && code < 160) || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return null
      char = String.fromCodePoint(code)
    } else {
      char = Object.hasOwn(common, name) ? common[name] : undefined
    }
    if (char === undefined) return null
    out += source.slice(from, at) + char
    from = end + 1
  }
  return out + source.slice(from)
}

/** Text with its character references decoded, by the HTML standard. */
export const decodeText = (source: string): string => decodeCommon(source) ?? decodeHTML(source)

/** An attribute's value decoded: there `&copy=1` without a semicolon stays as it is. */
export const decodeValue = (source: string): string => decodeCommon(source) ?? decodeHTMLAttribute(source)
