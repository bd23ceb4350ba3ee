/** Endings of English words, which those of other languages share in part. */
const ENDINGS = ['', 's', 'es', 'ing', 'ed', 'e'] as const
/** Shorter words have no ending that could be taken for one. */
const MIN_LENGTH = 4

/** Other forms that a word may have: its plural or singular, and those of verbs. Some are no words, found nowhere. */
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
