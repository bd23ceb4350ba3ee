import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'

/** The names that nearly all pages use; the other 2,200 are decoded by the slower library. */
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

/** The most common references by first letter, compared without creating a string of the name. */
const commonest: readonly (readonly [name: string, char: string] | undefined)[] = Array.from(
  'abcdefghijklmnopqrstuvwxyz',
  (letter) =>
    ['amp', 'gt', 'lt', 'nbsp', 'quot']
      .map((name) => [`${name};`, common[name]!] as const)
      .find(([name]) => name[0] === letter),
)

/** Decodes the common references of a string that contains a `&`; null if it has any other. */
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
      // Codes below 160 may mean characters of Windows-1252; surrogates and codes beyond Unicode become U+FFFD.
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

/** Decodes the character references of a text, by the HTML standard. */
export const decodeText = (source: string): string => decodeCommon(source) ?? decodeHTML(source)

/** Decodes the value of an attribute, in which `&copy=1` without a semicolon is not a reference. */
export const decodeValue = (source: string): string => decodeCommon(source) ?? decodeHTMLAttribute(source)
