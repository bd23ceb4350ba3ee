import type { Clock } from 'weirjs'

/** Ways to ask a server for JSON, best first: with a schema that it enforces, as JSON, or in words. */
const rungs = ['json_schema', 'json_object', 'plain'] as const
export type Rung = (typeof rungs)[number]

export const nextRung = (rung: Rung): Rung | undefined => rungs[rungs.indexOf(rung) + 1]

/** Milliseconds after which a server may have gained abilities. */
const HOLDS = 3_600_000

/** What some servers or models do not accept: the temperature, and system messages. */
export type Feature = 'temperature' | 'system'

/** The known abilities of a server with its model. */
export interface Abilities {
  takes(feature: Feature): boolean
  /** The best way, from this one on, that it has not refused: some support schemas, but no other JSON mode. */
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
