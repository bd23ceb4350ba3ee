/** A value that a page may have, and what speaks for it: for a headline, an author, a day. */
export interface Choice<Clue extends string> {
  /** Null: the page has none. */
  text: string | null
  /** Calls with each clue, and how much there is of it. */
  tell(add: (clue: Clue, amount: number) => void): void
}

/** What a clue counts, as `tests/train/metadata` fits it to labelled pages; one without a weight counts nothing. */
export type Weights<Clue extends string> = Readonly<Partial<Record<Clue, number>>>

/** The choice that most speaks for; of several, the first. Undefined where there is none. */
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
