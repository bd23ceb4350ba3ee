import type { Run } from '../model.ts'

/** The approximate width of a letter, relative to the font size. */
const widthOf = (letter: string): number => {
  if (letter === ' ') return 0.27
  if ("iljtfrI.,:;'|!()[]".includes(letter)) return 0.32
  if ('mwMW@%'.includes(letter)) return 0.85
  return letter >= 'A' && letter <= 'Z' ? 0.68 : 0.52
}

const lengthOf = (text: string) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0)

/**
 * Splits a run into words and spaces with their approximate positions, as pdf.js knows only the width of the whole
 * run.
 */
export function wordsOf(run: Run): Run[] {
  const unit = (run.right - run.left) / (lengthOf(run.text) || 1)
  let at = run.left
  return run.text.split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/).map((text) => {
    const left = at
    at += lengthOf(text) * unit
    return { ...run, text, left, right: at }
  })
}

/**
 * Splits a run where rulings cross it, such as those between cells, at the nearest spaces. `places`: the positions of
 * the rulings from left to right.
 */
export function splitRun(run: Run, places: readonly number[]): Run[] {
  const parts: Run[] = []
  let words = wordsOf(run)
  for (const place of places) {
    const spaces = words.flatMap((word, i) =>
      word.text.trim() === '' ? [{ i, at: (word.left + word.right) / 2 }] : [],
    )
    if (spaces.length === 0) break
    const { i } = spaces.reduce((best, each) => (Math.abs(each.at - place) < Math.abs(best.at - place) ? each : best))
    const before = words.slice(0, i)
    words = words.slice(i + 1)
    if (before.length > 0) parts.push({ ...joined(before), right: place - 0.5 })
    const [first] = words
    if (first) first.left = place + 0.5
  }
  return words.length > 0 ? [...parts, joined(words)] : parts
}

const joined = (words: readonly Run[]): Run => ({
  ...words[0]!,
  text: words.map(({ text }) => text).join(''),
  right: words.at(-1)!.right,
})
