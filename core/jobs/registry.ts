import { SettingError } from '../config.ts'
import type { AnyJob } from '../contracts/jobs/job.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'

/** The definition of a job, with what belongs to its plugin. */
export interface RegisteredJob {
  definition: AnyJob
  type: string
  /** The endpoint under which the account's usage counts its charges. */
  endpoint: string
  kit: Kit
  /** What the plugin's `setup` returned. */
  state: unknown
  /** The error code for failures other than ApiError. */
  failure: string
}

/** The jobs of all loaded plugins, by name. */
export type JobRegistry = ReadonlyMap<string, RegisteredJob>

/** The status in the API of a running job of this kind. */
export const runningStatus = (registry: JobRegistry, kind: string): string =>
  registry.get(kind)?.definition.statusWhileRunning ?? 'running'

/**
 * Registers the jobs that a plugin defines. Throws SettingError for a name that is taken or does not begin with the
 * plugin's.
 */
export function registerJobs(registry: Map<string, RegisteredJob>, plugin: Plugin, kit: Kit, state: unknown) {
  for (const definition of plugin.jobs ?? []) {
    const { name } = definition
    const [prefix, verb, ...more] = String(name).split('.')
    if (prefix !== plugin.name || !verb || more.length > 0)
      throw new SettingError(`Plugin ${plugin.name}: the job ${name} must be called ${plugin.name}.<verb>`)
    if (registry.has(name)) throw new SettingError(`Plugin ${plugin.name}: it has two jobs called ${name}`)
    const failure = plugin.errors?.failure ?? 'internal_error'
    const type = definition.type ?? plugin.name
    const endpoint = plugin.permissions?.includes(type) ? type : plugin.name
    registry.set(name, { definition, type, endpoint, kit, state, failure })
  }
}
