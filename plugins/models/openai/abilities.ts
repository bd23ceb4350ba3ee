import type { Clock } from 'weirjs'

/** How servers are asked for JSON, the best first: by a schema they hold answers to, as JSON, or by words alone. */
export const rungs = ['json_schema', 'json_object', 'plain'] as const
export type Rung = (typeof rungs)[number]

export const nextRung = (rung: Rung): Rung | undefined => rungs[rungs.indexOf(rung) + 1]

/** Milliseconds after which a server may have learned more. */
const HOLDS = 3_600_000

/** What a server turned out to be able to do with its model. */
export interface Abilities {
  readonly rung: Rung
  /** Whether it takes `temperature`. */
  readonly temperature: boolean
  learn(learned: { rung?: Rung; temperature?: boolean }): void
}

export function createAbilities(clock: Clock): Abilities {
  const best = { rung: 'json_schema' as Rung, temperature: true }
  let known = best
  let expires = 0
  const current = () => (clock.now() < expires ? known : best)
  return {
    get rung() {
      return current().rung
    },
    get temperature() {
      return current().temperature
    },
    learn(learned) {
      known = { ...current(), ...learned }
      expires = clock.now() + HOLDS
    },
  }
}
