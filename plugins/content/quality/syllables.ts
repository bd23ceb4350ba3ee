const A = 97
const C = 99
const D = 100
const E = 101
const L = 108
const S = 115
const T = 116

/** The vowels of English, and y. */
const isVowel = (code: number) =>
  code === A || code === E || code === 105 || code === 111 || code === 117 || code === 121
/** After these the e of a plural is spoken: boxes, roses, buses, places, edges. */
const hisses = (code: number) =>
  code === S || code === 120 || code === 122 || code === 104 || code === C || code === 103

/**
 * Syllables of the English word from `start` to `end` of a text, by its groups of vowels: but for a mute e at the
 * end; one at least.
 */
export function spokenSyllables(groups: number, text: string, start: number, end: number): number {
  if (groups > 1 && end - start > 2 && endsMute(text, end)) return groups - 1
  return groups || 1
}

/** `-e` is mute (save `-le` after a consonant); `-ed` is unless after d or t, `-es` unless after a hiss. */
function endsMute(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1) | 32
  if (last !== E && last !== D && last !== S) return false
  const second = text.charCodeAt(end - 2) | 32
  const third = text.charCodeAt(end - 3) | 32
  if (last === E) return !isVowel(second) && !(second === L && !isVowel(third))
  if (second !== E || isVowel(third)) return false
  return last === D ? third !== T && third !== D : !hisses(third)
}
