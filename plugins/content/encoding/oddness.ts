/** Kinds of characters that help to recognize wrongly decoded text. */
const OTHER = 0
const LATIN = 1
const CYRILLIC = 2
const GREEK = 3
const SEMITIC = 4
const THAI = 5
const THAI_MARK = 6
const MARK = 7
const SYMBOL = 8
const BROKEN = 9
/** Scripts of double-byte encodings, which are not judged here. */
const ASIAN = 10

/** Marks that occur within words. */
const withinWords = new Set(
  ["'", '’', '‘', 'ʼ', '´', '`', '\u00ad', '-', '‐', '‑', '·', '.', '&'].map((c) => c.charCodeAt(0)),
)

/** Marks that occur beside words and rarely beside each other: ‚ „ † ‡ ‰ ‹ ›. */
const lowMarks = new Set([0x201a, 0x201e, 0x2020, 0x2021, 0x2030, 0x2039, 0x203a])

const isLetter = (kind: number) => kind >= LATIN && kind <= THAI_MARK

/** The generic currency sign, which nobody writes. */
const CURRENCY = 0xa4

/** The oddness of upper-case letters, where the same bytes might be lower case in another encoding. */
const UPPER = 0.05

/**
 * How much a text looks wrongly decoded, as a share of its non-ASCII characters: symbols within words, capitals after
 * small letters, changes of script within a word, Latin words of only accented letters, marks without a letter. Near
 * 0 for any text in its own encoding; 0 for ASCII.
 */
export function oddness(text: string): number {
  let odd = 0
  let total = 0
  let last = OTHER
  let lastCode = 0
  let accented = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (code > 127) {
      total++
      if (kind === BROKEN) odd += 2
      else if (kind === SYMBOL) {
        const isWithinWord = isLetter(last) && isLetter(kindOf(text.charCodeAt(at + 1) || 32))
        if (isWithinWord || code === CURRENCY || (last === SYMBOL && code !== lastCode)) odd++
      } else if (kind === THAI_MARK) {
        if (last !== THAI && last !== THAI_MARK) odd++
      } else if (isLetter(kind) && isUpper(code)) odd += UPPER
    }
    accented = kind === LATIN && code > 127 ? accented + 1 : 0
    if (accented > 4) odd++
    if (code > 127 || lastCode > 127) {
      if (isLetter(kind) && isLetter(last)) {
        if (scriptOf(kind) !== scriptOf(last)) odd++
        else if (kind !== THAI && isUpper(code) && isLower(lastCode)) odd++
      }
    }
    if (kind !== MARK) {
      last = kind
      lastCode = code
    }
  }
  return total === 0 ? 0 : odd / total
}

const scriptOf = (kind: number) => (kind === THAI_MARK ? THAI : kind)

function kindOf(code: number): number {
  if (code < 128) return (code | 32) >= 97 && (code | 32) <= 122 ? LATIN : OTHER
  if (code < 0xa0) return BROKEN
  if (code < 0xc0)
    return code === 0xaa || code === 0xba || code === 0xb5
      ? LATIN
      : withinWords.has(code) || code === 0xa0
        ? OTHER
        : SYMBOL
  if (code < 0x250) return code === 0xd7 || code === 0xf7 ? SYMBOL : LATIN
  if (code >= 0x300 && code < 0x370) return MARK
  if (code >= 0x370 && code < 0x400) return GREEK
  if (code >= 0x400 && code < 0x530) return CYRILLIC
  if (code >= 0x590 && code < 0x700) return code >= 0x5d0 && code !== 0x640 ? SEMITIC : MARK
  if (code >= 0xe00 && code < 0xe80)
    return code === 0xe31 || (code >= 0xe34 && code < 0xe3b) || (code >= 0xe47 && code < 0xe4f) ? THAI_MARK : THAI
  if (code >= 0x1e00 && code < 0x1f00) return LATIN
  if (code >= 0x2000 && code < 0x2070) return lowMarks.has(code) ? SYMBOL : OTHER
  if (code === 0xfffd || (code >= 0xe000 && code < 0xf900)) return BROKEN
  if (code >= 0x2e80 && code < 0xfffd) return ASIAN
  return SYMBOL
}

/**
 * The case of the characters up to the last Cyrillic one, 1 for capitals and 2 for small letters; the case of others
 * does not matter.
 */
const cases = Uint8Array.from({ length: 0x530 }, (_, code) => {
  const char = String.fromCharCode(code)
  return char !== char.toLowerCase() ? 1 : char !== char.toUpperCase() ? 2 : 0
})
const isUpper = (code: number) => cases[code] === 1
const isLower = (code: number) => cases[code] === 2
