import type { Clock } from 'weirjs'

/**
 * The ways to ask a server for JSON, the best first: with a schema that it enforces, as JSON, or by instructions
 * only.
 */
const rungs = ['json_schema', 'json_object', 'plain'] as const
export type Rung = (typeof rungs)[number]

export const nextRung = (rung: Rung): Rung | undefined => rungs[rungs.indexOf(rung) + 1]

/** Milliseconds after which a server may have learnt what it refused. */
const HOLDS = 3_600_000

/** Features that some servers or models refuse: the temperature, and system messages. */
export type Feature = 'temperature' | 'system'

/** What a server supports with its model. */
export interface Abilities {
  takes(feature: Feature): boolean
  /** The best way to ask for an answer with this schema. */
  bestFor(schema: string | undefined): Rung
  /** The best way, from this one on, that the server has not refused: some support schemas, but no other JSON. */
  bestFrom(rung: Rung): Rung
  refused(what: Rung | Feature): void
  /**
   * Notes that a request with this schema was refused. The reason may be the schema itself, which is one account's:
   * only if another one was refused too, and none accepted, does the server take no schemas.
   */
  refusedWith(schema: string): void
  /** Notes that a request with a schema was accepted. */
  acceptedSchema(): void
}

export function createAbilities(clock: Clock): Abilities {
  const refused = new Set<Rung | Feature>()
  let expires = 0
  let doubtful: { schema: string; expires: number } | undefined
  let acceptedUntil = 0
  const takes = (what: Rung | Feature) => clock.now() >= expires || !refused.has(what)
  const bestFrom = (rung: Rung) => rungs.slice(rungs.indexOf(rung)).find(takes) ?? 'plain'
  const inDoubt = () => (doubtful && clock.now() < doubtful.expires ? doubtful.schema : undefined)
  function refuse(what: Rung | Feature) {
    if (clock.now() >= expires) refused.clear()
    refused.add(what)
    expires = clock.now() + HOLDS
  }
  return {
    takes,
    bestFor: (schema) => bestFrom(schema === undefined || schema === inDoubt() ? 'json_object' : 'json_schema'),
    bestFrom,
    refused: refuse,
    refusedWith(schema) {
      const isSecond = inDoubt() !== undefined && inDoubt() !== schema
      if (isSecond && clock.now() >= acceptedUntil) refuse('json_schema')
      doubtful = { schema, expires: clock.now() + HOLDS }
    },
    acceptedSchema() {
      acceptedUntil = clock.now() + HOLDS
    },
  }
}
