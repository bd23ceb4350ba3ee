import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { EngineDefinition } from '../contracts/engine.ts'
import { createEgress } from '../egress/egress.ts'
import { createRefusalLog } from '../egress-rules/log-refusals.ts'
import { createOperatorFetch } from '../fetch/operator-fetch.ts'
import { createEngineRegistry } from '../host/engines/create-engine-registry.ts'
import type { Log } from '../log.ts'
import { addProxyMetrics, type ServiceMetrics } from '../metrics/service-metrics.ts'
import { createProxyPool } from '../proxy/proxy-pool.ts'
import type { Closers } from './closers.ts'

interface Needs {
  config: Config
  definitions: readonly EngineDefinition[]
  metrics: ServiceMetrics
  log: Log
  clock: Clock
}

/**
 * Opens the network access: egress, engines and proxies for addresses that users name, and a separate fetch for those
 * that the operator configured.
 */
export function openNetwork({ config, definitions, metrics, log, clock }: Needs, closers: Closers) {
  const { WEIR_EGRESS_ALLOW: allow, WEIR_PROXIES: addresses } = config.settings
  const logRefusal = createRefusalLog(log)
  const egress = createEgress({
    allow,
    refused(destination) {
      metrics.refused()
      logRefusal(destination)
    },
  })
  closers.add(() => egress.close())
  const engines = createEngineRegistry(definitions, config, { egress, log, metrics, clock })
  closers.add(() => engines.close())
  const proxies = createProxyPool(addresses, { log })
  addProxyMetrics(metrics.registry, proxies)
  const operatorFetch = (address: string) => createOperatorFetch(address, { allow })
  return { egress, engines, proxies, operatorFetch }
}
