import type { Clock } from 'weirjs'

/** How servers are asked for JSON, the best first: by a schema they hold answers to, as JSON, or by words alone. */
const rungs = ['json_schema', 'json_object', 'plain'] as const
export type Rung = (typeof rungs)[number]

export const nextRung = (rung: Rung): Rung | undefined => rungs[rungs.indexOf(rung) + 1]

/** Milliseconds after which a server may have learned more. */
const HOLDS = 3_600_000

/** What some servers or models do not take: the parameter, and messages of the system. */
export type Feature = 'temperature' | 'system'

/** What a server turned out to be able to do with its model. */
export interface Abilities {
  takes(feature: Feature): boolean
  /** The best rung from this one on that it has not refused: some know schemas, and no other JSON. */
  bestFrom(rung: Rung): Rung
  refused(what: Rung | Feature): void
}

export function createAbilities(clock: Clock): Abilities {
  const refused = new Set<Rung | Feature>()
  let expires = 0
  const takes = (what: Rung | Feature) => clock.now() >= expires || !refused.has(what)
  return {
    takes,
    bestFrom: (rung) => rungs.slice(rungs.indexOf(rung)).find(takes) ?? 'plain',
    refused(what) {
      if (clock.now() >= expires) refused.clear()
      refused.add(what)
      expires = clock.now() + HOLDS
    },
  }
}
