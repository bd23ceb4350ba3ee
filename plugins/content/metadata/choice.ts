/** A possible value of a headline, an author or a date, with the clues for it. */
export interface Choice<Clue extends string> {
  /** Null means that the page has none. */
  text: string | null
  /** Calls `add` with each clue and its amount. */
  tell(add: (clue: Clue, amount: number) => void): void
}

/**
 * The weight of each clue, fitted to labelled pages by `tests/train/metadata`; a clue without a weight does not
 * count.
 */
export type Weights<Clue extends string> = Readonly<Partial<Record<Clue, number>>>

/** The choice with the highest score; of several, the first. Undefined if there are no choices. */
export function chooseBest<Clue extends string, Made extends Choice<Clue>>(
  choices: readonly Made[],
  weights: Weights<Clue>,
): Made | undefined {
  let best: Made | undefined
  let top = Number.NEGATIVE_INFINITY
  for (const choice of choices) {
    let score = 0
    choice.tell((clue, amount) => {
      score += (weights[clue] ?? 0) * amount
    })
    if (score <= top) continue
    best = choice
    top = score
  }
  return best
}
