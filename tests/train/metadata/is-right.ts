/** The labelled fields of a page's metadata. */
export const fields = ['title', 'author', 'date'] as const
export type Field = (typeof fields)[number]

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether the word F1 of two texts is at least `least`. */
function isClose(left: string, right: string, least: number): boolean {
  const [a, b] = [words(left), words(right)]
  const rest = [...b]
  const shared = a.filter((word) => {
    const at = rest.indexOf(word)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }).length
  return a.length > 0 && b.length > 0 && (2 * shared) / (a.length + b.length) >= least
}

const people = (text: string) => text.replace(/\b(?:by|von|par|por|di|and|und|et|y)\b/gi, ' ')
const day = (text: string) => {
  const found = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  return found ? found.slice(1).map(Number).join('-') : text
}

/** Whether a value matches a label. */
export const isRight: Readonly<Record<Field, (gold: string, got: string) => boolean>> = {
  title: (gold, got) => isClose(gold, got, 0.8),
  author: (gold, got) => isClose(people(gold), people(got), 0.7),
  date: (gold, got) => day(gold) === day(got),
}
