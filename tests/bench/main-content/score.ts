import { attr, ELEMENT, type Element, findAll, parse, textContent } from '../../../plugins/content/tree/index.ts'
import { renderGithub } from '../../plugins/content/markdown/equal.ts'

/** A labelled page in the format of `tests/train/labelled-pages.ts`. `structure` is the structure of its content. */
export interface ScoredLabel {
  text?: string
  with?: string[]
  without?: string[]
  structure?: {
    headings: [level: number, text: string][]
    items: string[]
    cells: string[]
    code: string[]
    links: [text: string, href: string][]
  }
}

export interface PageScore {
  /** Word F1, with precision and recall. */
  words?: { f1: number; precision: number; recall: number }
  /** The same by runs of four words; null if the page or its content has none. */
  runs?: { precision: number | null; recall: number | null }
  /** Required strings that were found, forbidden strings that were found, and required strings that were missed. */
  strings?: { right: number; wrong: number; missed: number }
  /** By kind: the number found, and the number in the content. */
  structure?: Record<Kind, [found: number, of: number]>
}

export const kinds = ['headings', 'items', 'cells', 'code', 'links'] as const
export type Kind = (typeof kinds)[number]

/** The number of first words that identify a list item or a code block. */
const HEAD_WORDS = { items: 8, code: 20 }

/** Scores how much of a page's content a converter's Markdown has, and how much else. */
export const scoreMarkdown = (markdown: string, label: ScoredLabel): PageScore => {
  const tree = parse(`<!doctype html><body>${renderGithub(markdown)}`)
  const text = textContent(tree, tree.body)
  const score: PageScore = {}
  if (label.text !== undefined) {
    const found = wordsOf(text.toLowerCase())
    const gold = wordsOf(label.text.toLowerCase())
    score.words = agreement(found, gold)
    const [a, b] = [runsOf(wordsOf(text)), runsOf(wordsOf(label.text))]
    const both = shared(a, b)
    score.runs = { precision: a.length > 0 ? both / a.length : null, recall: b.length > 0 ? both / b.length : null }
  } else if (label.with !== undefined) {
    const flat = squash(text)
    const count = (list: readonly string[] = []) => list.filter((each) => flat.includes(squash(each))).length
    const right = count(label.with)
    score.strings = { right, wrong: count(label.without), missed: label.with.length - right }
  }
  const { structure } = label
  if (structure === undefined) return score
  const texts = (...names: string[]) => findAll(tree, tree.body, ...names).map((each) => known(ownText(each)))
  const ask = (gold: readonly string[], got: readonly string[]): [number, number] => [shared(got, gold), gold.length]
  score.structure = {
    headings: ask(
      structure.headings.map(([, heading]) => known(heading)),
      texts('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
    ),
    items: ask(
      structure.items.map((item) => head(known(item), HEAD_WORDS.items)),
      texts('li').map((item) => head(item, HEAD_WORDS.items)),
    ),
    cells: ask(structure.cells.map(known), texts('td', 'th')),
    code: ask(
      structure.code.map((code) => head(known(code), HEAD_WORDS.code)),
      texts('pre').map((code) => head(code, HEAD_WORDS.code)),
    ),
    links: ask(
      structure.links.map(([link]) => known(link)),
      findAll(tree, tree.body, 'a')
        .filter((link) => attr(link, 'href'))
        .map((link) => known(ownText(link))),
    ),
  }
  return score
}

/** The text of an element, without nested lists. */
const ownText = (element: Element): string => {
  let text = ''
  for (let node = element.first; node !== null; node = node.next) {
    if (node.kind !== ELEMENT) text += node.data
    else if (node.name !== 'ul' && node.name !== 'ol') text += ` ${ownText(node)}`
  }
  return text
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []
const known = (text: string) => wordsOf(text.toLowerCase()).join(' ')
const head = (text: string, words: number) => text.split(' ').slice(0, words).join(' ')
const squash = (text: string) => text.replace(/\s+/g, ' ').trim()
const runsOf = (words: readonly string[]) =>
  words.length === 0
    ? []
    : Array.from({ length: Math.max(1, words.length - 3) }, (_, i) => words.slice(i, i + 4).join(' '))

const shared = (a: readonly string[], b: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const each of b) left.set(each, (left.get(each) ?? 0) + 1)
  let both = 0
  for (const each of a) {
    const count = left.get(each) ?? 0
    if (count === 0) continue
    both++
    left.set(each, count - 1)
  }
  return both
}

const agreement = (found: readonly string[], gold: readonly string[]) => {
  if (found.length === 0 || gold.length === 0) {
    const f1 = found.length === gold.length ? 1 : 0
    return { f1, precision: f1, recall: f1 }
  }
  const both = shared(found, gold)
  return {
    f1: (2 * both) / (found.length + gold.length),
    precision: both / found.length,
    recall: both / gold.length,
  }
}
