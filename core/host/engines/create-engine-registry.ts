import { type Clock, systemClock } from '../../clock.ts'
import { type Config, extensionConfig } from '../../config.ts'
import type { EngineDefinition } from '../../contracts/engine.ts'
import type { Egress } from '../../egress/egress.ts'
import type { Log } from '../../log.ts'
import type { ServiceMetrics } from '../../metrics/service-metrics.ts'
import { createEngines } from './engine-registry.ts'

/** The engine registry, with the kit that each engine gets. */
export function createEngineRegistry(
  definitions: readonly EngineDefinition[],
  config: Config,
  { egress, log, metrics, clock = systemClock }: { egress: Egress; log: Log; metrics?: ServiceMetrics; clock?: Clock },
) {
  const kitOf = (definition: EngineDefinition) => ({
    config: extensionConfig(definition, config),
    fetch: egress.fetch,
    proxy: egress.proxy,
    log: log.with({ engine: definition.name }),
    clock,
  })
  return createEngines(definitions, kitOf, metrics?.fetched)
}
