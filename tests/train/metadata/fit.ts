import type { Choice, Weights } from '../../../plugins/content/metadata/choice.ts'

/** A choice of a page: the indexes of its clues, and the amount of each. */
export interface Option {
  isNone: boolean
  isRight: boolean
  clues: readonly number[]
  amounts: readonly number[]
}

/** A labelled page: its choices, and whether its label has a value. */
export interface Question {
  site: string
  hasValue: boolean
  options: readonly Option[]
}

/** Assigns an index to each clue. */
export class Clues {
  readonly #places = new Map<string, number>()

  get names(): readonly string[] {
    return [...this.#places.keys()]
  }

  /** Converts choices to options; `isRight` is called for those that are not none. */
  read<C extends string>(choices: readonly Choice<C>[], gold: string | null, isRight: (got: string) => boolean) {
    return choices.map(({ text, tell }): Option => {
      const clues: number[] = []
      const amounts: number[] = []
      tell((clue, amount) => {
        let place = this.#places.get(clue)
        if (place === undefined) {
          place = this.#places.size
          this.#places.set(clue, place)
        }
        clues.push(place)
        amounts.push(amount)
      })
      return {
        isNone: text === null,
        isRight: text === null ? gold === null : gold !== null && isRight(text),
        clues,
        amounts,
      }
    })
  }
}

/** The ridge penalty, which pulls weights towards 0. */
const RIDGE = 1.5
/** The number of optimization steps. */
const STEPS = 400
const RATE = 0.05
/** Clues with a smaller weight, or on fewer pages, are dropped, and the others are fitted again. */
const MIN_WEIGHT = 0.15
const MIN_PAGES = 15

const scoreOf = ({ clues, amounts }: Option, weights: Float64Array): number => {
  let score = 0
  for (let i = 0; i < clues.length; i++) score += weights[clues[i]!]! * amounts[i]!
  return score
}

/**
 * The weights by which the right option of a page is the likeliest (a conditional logit with a ridge penalty). Pages
 * without a right option are ignored. `isLeftOut` tells the clues whose weight stays 0.
 */
const climb = (questions: readonly Question[], width: number, isLeftOut: Uint8Array): Float64Array => {
  const weights = new Float64Array(width)
  const mean = new Float64Array(width)
  const square = new Float64Array(width)
  const slope = new Float64Array(width)
  const taught = questions.filter(({ options }) => options.some(({ isRight }) => isRight) && options.length > 1)
  for (let step = 1; step <= STEPS; step++) {
    for (let i = 0; i < width; i++) slope[i] = -RIDGE * weights[i]!
    for (const { options } of taught) {
      const scores = options.map((option) => scoreOf(option, weights))
      const top = Math.max(...scores)
      const odds = scores.map((score) => Math.exp(score - top))
      let all = 0
      let right = 0
      for (let at = 0; at < odds.length; at++) {
        all += odds[at]!
        if (options[at]!.isRight) right += odds[at]!
      }
      for (let at = 0; at < odds.length; at++) {
        const { isRight, clues, amounts } = options[at]!
        const pull = (isRight ? odds[at]! / Math.max(right, 1e-12) : 0) - odds[at]! / all
        for (let i = 0; i < clues.length; i++) slope[clues[i]!]! += pull * amounts[i]!
      }
    }
    // Source of the step: Kingma and Ba 2015, "Adam".
    const rate = RATE * (1 - step / (STEPS + 1))
    for (let i = 0; i < width; i++) {
      if (isLeftOut[i] === 1) continue
      mean[i] = 0.9 * mean[i]! + 0.1 * slope[i]!
      square[i] = 0.99 * square[i]! + 0.01 * slope[i]! * slope[i]!
      weights[i]! += (rate * mean[i]!) / (1 - 0.9 ** step) / (Math.sqrt(square[i]! / (1 - 0.99 ** step)) + 1e-9)
    }
  }
  return weights
}

/** Fits weights to labelled pages twice, the second time without weak clues. */
export const fit = (questions: readonly Question[], names: readonly string[]): Weights<string> => {
  const pages = new Int32Array(names.length)
  for (const { options } of questions) for (const clue of new Set(options.flatMap(({ clues }) => clues))) pages[clue]!++
  const isLeftOut = Uint8Array.from(pages, (count) => (count < MIN_PAGES ? 1 : 0))
  const first = climb(questions, names.length, isLeftOut)
  for (let i = 0; i < first.length; i++)
    if (Math.abs(first[i]!) < MIN_WEIGHT && names[i] !== 'candidates') isLeftOut[i] = 1
  const weights = climb(questions, names.length, isLeftOut)
  const fitted = Object.fromEntries([...weights].map((weight, i) => [names[i]!, Number(weight.toFixed(3))]))
  return balanced(questions, names, fitted)
}

/** Recall and precision. */
export interface Figures {
  recall: number
  precision: number
}

/** Chooses options by weights, as the service does, and measures the result. */
export const check = (questions: readonly Question[], names: readonly string[], weights: Weights<string>): Figures => {
  const by = Float64Array.from(names, (name) => weights[name] ?? 0)
  let gold = 0
  let given = 0
  let right = 0
  for (const { hasValue, options } of questions) {
    let best: Option | undefined
    let top = Number.NEGATIVE_INFINITY
    for (const option of options) {
      const score = scoreOf(option, by)
      if (score <= top) continue
      best = option
      top = score
    }
    if (hasValue) gold++
    if (best === undefined || best.isNone) continue
    given++
    if (best.isRight) right++
  }
  return { recall: right / Math.max(1, gold), precision: right / Math.max(1, given) }
}

export const f1 = ({ recall, precision }: Figures) => (2 * recall * precision) / Math.max(1e-9, recall + precision)

/** Sets the bar for none where recall and precision are in the best balance. */
const balanced = (questions: readonly Question[], names: readonly string[], weights: Weights<string>) => {
  const { bar } = weights
  if (bar === undefined) return weights
  let best = weights
  let top = -1
  for (let shift = -1; shift <= 1; shift += 0.1) {
    const shifted = { ...weights, bar: Number((bar + shift).toFixed(3)) }
    const value = f1(check(questions, names, shifted))
    if (value > top) {
      top = value
      best = shifted
    }
  }
  return best
}
