const A = 97
const C = 99
const D = 100
const E = 101
const L = 108
const S = 115
const T = 116

/** The vowels of English, including y. */
const isVowel = (code: number) =>
  code === A || code === E || code === 105 || code === 111 || code === 117 || code === 121
/** Letters after which the e of a plural is pronounced: boxes, roses, buses, places, edges. */
const isSibilant = (code: number) =>
  code === S || code === 120 || code === 122 || code === 104 || code === C || code === 103

/**
 * The syllables of the English word from `start` to `end` of a text: its groups of vowels, without a silent e at the
 * end, and at least one.
 */
export function spokenSyllables(groups: number, text: string, start: number, end: number): number {
  if (groups > 1 && end - start > 2 && hasSilentEnd(text, end)) return groups - 1
  return groups || 1
}

/**
 * A final `-e` is silent (except in `-le` after a consonant), `-ed` unless after d or t, `-es` unless after a
 * sibilant.
 */
function hasSilentEnd(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1) | 32
  if (last !== E && last !== D && last !== S) return false
  const second = text.charCodeAt(end - 2) | 32
  const third = text.charCodeAt(end - 3) | 32
  if (last === E) return !isVowel(second) && !(second === L && !isVowel(third))
  if (second !== E || isVowel(third)) return false
  return last === D ? third !== T && third !== D : !isSibilant(third)
}
