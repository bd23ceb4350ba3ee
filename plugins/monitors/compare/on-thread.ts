import type { Times } from './clockwork.ts'
import { compare } from './compare.ts'
import { IgnorePatterns } from './patterns.ts'
import type { Region } from './regions.ts'
import { type Shown, show } from './show.ts'

/** Where these functions are, for tasks that name them. */
export const module = new URL(import.meta.url)

/** What a thread is to compare; texts as UTF-8. */
export interface ToCompare {
  reference: Uint8Array
  looks: readonly Uint8Array[]
  ignore: readonly string[]
  times: Times
  known: readonly Region[]
}

/** What came of it. */
export interface Difference extends Shown {
  differs: boolean
  regions: Region[]
}

const decoder = new TextDecoder()

/** The difference as JSON. */
export function compareTexts({ reference, looks, ignore, times, known }: ToCompare): string {
  const compared = compare({
    reference: decoder.decode(reference),
    looks: looks.map((look) => decoder.decode(look)),
    ignore: new IgnorePatterns(ignore),
    times,
    known,
  })
  const { differs, regions } = compared
  return JSON.stringify({ ...show(compared), differs, regions } satisfies Difference)
}
