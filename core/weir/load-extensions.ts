import { type Config, unknownSettings } from '../config.ts'
import type { EngineDefinition } from '../contracts/engine.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { pluginCommands } from '../host/commands.ts'
import { loadEngines, loadPlugins } from '../host/load.ts'
import { readPlans } from '../host/read-plans.ts'
import type { ProviderInfo } from '../host/service-registry.ts'
import { capabilities } from '../http/own/capabilities.ts'
import type { Log } from '../log.ts'

interface Needs {
  config: Config
  /** Engines in addition to those that the settings name. */
  engines: readonly EngineDefinition[]
  listProviders: () => Promise<ProviderInfo[]>
  log: Log
}

/**
 * Loads the plugins and engines of this service, and the plans that result from the settings. Throws SettingError for
 * what the operator must fix.
 */
export async function loadExtensions({ config, engines, listProviders, log }: Needs) {
  const loaded = await loadPlugins(config)
  const plugins: readonly Plugin[] = [capabilities(loaded, listProviders), ...loaded]
  // Throws if two plugins have a command of the same name.
  pluginCommands(loaded)
  const { plans, idleFamilies } = await readPlans(config, loaded)
  const definitions = [...(await loadEngines(config)), ...engines]
  for (const name of unknownSettings(config, [...loaded, ...definitions]))
    log.warn(`There is no setting ${name}, or its plugin is not loaded`)
  return { plugins, definitions, plans, idleFamilies }
}
