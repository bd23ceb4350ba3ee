import { SettingError } from '../config.ts'
import type { AnyJob } from '../contracts/jobs/job.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'

/** The definition of a job, with what its plugin adds to it. */
export interface RegisteredJob {
  definition: AnyJob
  type: string
  /** What its charges are counted under in the account's usage. */
  endpoint: string
  kit: Kit
  /** What the plugin's `setup` made. */
  state: unknown
  /** The code of a failure that is no ApiError. */
  failure: string
}

/** The jobs of the plugins that are switched on, by name. */
export type JobRegistry = ReadonlyMap<string, RegisteredJob>

/** What the API calls a job of a kind that is under way. */
export const runningStatus = (registry: JobRegistry, kind: string): string =>
  registry.get(kind)?.definition.statusWhileRunning ?? 'running'

/**
 * Takes in the jobs that a plugin defines. Throws SettingError for a name that is taken or does not begin with the
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
