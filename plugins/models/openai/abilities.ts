import type { Clock } from 'weirjs'

/** How servers are asked for JSON, the best first: by a schema they hold answers to, as JSON, or by words alone. */
export const rungs = ['json_schema', 'json_object', 'plain'] as const
export type Rung = (typeof rungs)[number]

export const nextRung = (rung: Rung): Rung | undefined => rungs[rungs.indexOf(rung) + 1]

/** Milliseconds after which a server may have learned more. */
const HOLDS = 3_600_000

/** What a server turned out to be able to do with its model. */
export interface Abilities {
  /** Whether it takes `temperature`. */
  readonly temperature: boolean
  /** The best rung from this one on that it has not refused: some know schemas, and no other JSON. */
  bestFrom(rung: Rung): Rung
  refused(what: Rung | 'temperature'): void
}

export function createAbilities(clock: Clock): Abilities {
  const refused = new Set<Rung | 'temperature'>()
  let expires = 0
  const takes = (what: Rung | 'temperature') => clock.now() >= expires || !refused.has(what)
  return {
    get temperature() {
      return takes('temperature')
    },
    bestFrom: (rung) => rungs.slice(rungs.indexOf(rung)).find(takes) ?? 'plain',
    refused(what) {
      if (clock.now() >= expires) refused.clear()
      refused.add(what)
      expires = clock.now() + HOLDS
    },
  }
}
