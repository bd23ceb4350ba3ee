/**
 * Fits the weights for headline, author and date to a folder of labelled pages, and measures them on held-out sites,
 * against the shipped weights.
 *
 *     bun tests/train/metadata/index.ts FOLDER [title] [author] [date]
 *
 * The folder has the format of `../labelled-pages.ts`, with `title`, `author` and `date` (null: the page has none;
 * missing: not labelled). The weights are printed in the format of the readers' `weights.ts`. Takes about a minute
 * for 2,000 pages.
 */
import { authorChoices } from '../../../plugins/content/metadata/author/index.ts'
import { authorWeights } from '../../../plugins/content/metadata/author/weights.ts'
import type { Weights } from '../../../plugins/content/metadata/choice.ts'
import { dateChoices } from '../../../plugins/content/metadata/date/index.ts'
import { dateWeights } from '../../../plugins/content/metadata/date/weights.ts'
import { headlineChoices, readHeadline } from '../../../plugins/content/metadata/headline/index.ts'
import { findHeadlineLine } from '../../../plugins/content/metadata/headline/line.ts'
import { headlineWeights } from '../../../plugins/content/metadata/headline/weights.ts'
import { readPageFacts } from '../../../plugins/content/metadata/page-facts.ts'
import { parse } from '../../../plugins/content/tree/index.ts'
import { type Label, readLabels, readText } from '../labelled-pages.ts'
import { Clues, check, type Figures, fit, type Question } from './fit.ts'
import { type Field, fields, isRight } from './is-right.ts'

const FOLDS = 4
const shipped: Readonly<Record<Field, Weights<string>>> = {
  title: headlineWeights,
  author: authorWeights,
  date: dateWeights,
}

/** The choices of labelled pages, for each field. */
export interface Questions {
  clues: Clues
  questions: Question[]
}

/** Reads the pages of a folder. */
export const readQuestions = (folder: string): Record<Field, Questions> => {
  const made = () => ({ clues: new Clues(), questions: [] as Question[] })
  const read = { title: made(), author: made(), date: made() }
  for (const label of readLabels(folder)) addPage(read, folder, label)
  return read
}

const addPage = (read: Record<Field, Questions>, folder: string, label: Label): void => {
  const page = readPageFacts(parse(readText(folder, label.file)), new URL(label.url))
  const headlineLine = findHeadlineLine(page, readHeadline(page))
  const choices = {
    title: () => headlineChoices(page),
    author: () => authorChoices(page, headlineLine),
    date: () => dateChoices(page, headlineLine, Date.now()),
  }
  for (const field of fields) {
    const gold = label[field]
    if (gold === undefined) continue
    const { clues, questions } = read[field]
    const options = clues.read<string>(choices[field](), gold, (got) => gold !== null && isRight[field](gold, got))
    questions.push({ site: label.site, hasValue: gold !== null, options })
  }
}

const foldOf = (site: string) => Number(BigInt(Bun.hash(site)) % BigInt(FOLDS))

/** Recall and precision of weights on held-out parts of the sites, as means weighted by pages. */
export const crossValidate = ({ clues, questions }: Questions): Figures => {
  const sum = { recall: 0, precision: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const asked = questions.filter(({ site }) => foldOf(site) === fold)
    const others = questions.filter(({ site }) => foldOf(site) !== fold)
    const { recall, precision } = check(asked, clues.names, fit(others, clues.names))
    sum.recall += (recall * asked.length) / questions.length
    sum.precision += (precision * asked.length) / questions.length
  }
  return sum
}

const shown = ({ recall, precision }: Figures) => `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`

function main(folder: string, wanted: readonly Field[]): void {
  const all = readQuestions(folder)
  for (const field of wanted) {
    const { clues, questions } = all[field]
    const weights = fit(questions, clues.names)
    console.log(`${field}: ${questions.length} labelled pages`)
    console.log(
      `// Those that come with the program, on these pages: ${shown(check(questions, clues.names, shipped[field]))}`,
    )
    console.log(`// Fitted, on sites that they were not fitted to: ${shown(crossValidate(all[field]))}`)
    for (const [clue, weight] of Object.entries(weights)) if (weight !== 0) console.log(`  ${clue}: ${weight},`)
  }
}

if (import.meta.main) {
  const [folder, ...wanted] = process.argv.slice(2)
  const known = fields.filter((field) => wanted.length === 0 || wanted.includes(field))
  if (folder === undefined || (wanted.length > 0 && known.length < wanted.length)) {
    console.error('usage: bun tests/train/metadata/index.ts FOLDER [title] [author] [date]')
    process.exitCode = 2
  } else main(folder, known)
}
