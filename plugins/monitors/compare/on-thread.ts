import type { Times } from './clockwork.ts'
import { compare, differencesOf } from './compare.ts'
import { linesOf } from './lines.ts'
import { IgnorePatterns } from './patterns.ts'
import type { PageKnowledge } from './regions.ts'
import { show, type TextDifference } from './show.ts'

/** The input of a comparison on a thread; texts are UTF-8. */
export interface ToCompare {
  reference: Uint8Array
  looks: readonly Uint8Array[]
  ignore: readonly string[]
  times: Times
  known: PageKnowledge
}

/** Its result. */
export interface Difference extends TextDifference {
  differs: boolean
  known: PageKnowledge
}

const decoder = new TextDecoder()

/** All differences between two texts, whatever the reason, as JSON. */
export function diffTexts({ before, now }: { before: Uint8Array; now: Uint8Array }): string {
  const none = new IgnorePatterns([])
  const old = linesOf(decoder.decode(before), none)
  const current = linesOf(decoder.decode(now), none)
  const hunks = differencesOf(old, current)
  return JSON.stringify(show({ before: old, now: current, hunks }) satisfies TextDifference)
}

/** The real differences between two texts, as JSON. */
export function compareTexts({ reference, looks, ignore, times, known }: ToCompare): string {
  const compared = compare({
    reference: decoder.decode(reference),
    looks: looks.map((look) => decoder.decode(look)),
    ignore: new IgnorePatterns(ignore),
    times,
    known,
  })
  return JSON.stringify({ ...show(compared), differs: compared.differs, known: compared.known } satisfies Difference)
}
