import type { Ready } from '../../contracts/engine.ts'
import type { HealthReport } from '../../contracts/operations/health.ts'

/**
 * The public part of the health report: whether something is wrong, but not how this server is configured. Providers
 * are named `service/name`.
 */
export function showHealth({ status, version, store, disk, files, queue, engines, providers }: HealthReport) {
  const named = providers.map(({ service, name, state }) => [`${service}/${name}`, readiness(state)] as const)
  return {
    status,
    version,
    /** `healthy`, or why nothing can be written. */
    store: store.trouble ?? 'healthy',
    disk: disk.status,
    files: files.status,
    queue: queue.status,
    engines: Object.fromEntries(engines.map(({ name, state }) => [name, readiness(state)])),
    ...(named.length > 0 && { providers: Object.fromEntries(named) }),
  }
}

const readiness = ({ ready }: Ready) => (ready ? ('ready' as const) : ('unavailable' as const))
