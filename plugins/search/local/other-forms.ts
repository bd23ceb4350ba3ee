/** Endings of English words, some of which other languages share. */
const ENDINGS = ['', 's', 'es', 'ing', 'ed', 'e'] as const
/** In shorter words, what looks like an ending is usually none. */
const MIN_LENGTH = 4

/** Other possible forms of a word: plural or singular, and verb forms. Some are no real words, and match nothing. */
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
