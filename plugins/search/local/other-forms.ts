/** Endings of English words, some of which other languages share. */
const ENDINGS = ['', 's', 'es', 'ing', 'ed', 'e'] as const
/** Shorter words have nothing that could be an ending. */
const MIN_LENGTH = 4

/**
 * Other forms that a word may have: plural or singular, and forms of verbs. Some are not words, and are found
 * nowhere.
 */
export function otherForms(word: string): string[] {
  const known = word.toLowerCase()
  if (!/^\p{sc=Latn}+$/u.test(known) || known.length < MIN_LENGTH) return []
  const bare = known.replace(/ies$/, 'y').replace(/(?:es|s|ing|ed|e)$/, '')
  const stems = [known, bare, known.replace(/s$/, '')].filter((stem) => stem.length >= MIN_LENGTH - 1)
  const forms = new Set(stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending)))
  if (bare.endsWith('y')) forms.add(`${bare.slice(0, -1)}ies`)
  forms.delete(known)
  return [...forms]
}
