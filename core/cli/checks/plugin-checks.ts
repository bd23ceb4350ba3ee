import { systemClock } from '../../clock.ts'
import { type Config, extensionConfig } from '../../config.ts'
import type { Check } from '../../contracts/operations/check.ts'
import type { Plugin } from '../../contracts/plugin.ts'
import { createOperatorFetch } from '../../fetch/operator-fetch.ts'
import { askInTime } from '../../host/provider-health.ts'
import { type Finding, findingOf } from './finding.ts'

/** Milliseconds for one check; longer than a mail server may take to greet. */
const PATIENCE = 12_000

/** Runs the checks of all plugins at the same time: each tries what its settings point to. */
export function tryPlugins(plugins: readonly Plugin[], config: Config, patience = PATIENCE): Promise<Finding[]> {
  const operatorFetch = (address: string) => createOperatorFetch(address, { allow: config.settings.WEIR_EGRESS_ALLOW })
  const tryOne = async (plugin: Plugin, { name, run }: Check) => {
    const signal = AbortSignal.timeout(patience)
    const ask = () => run({ config: extensionConfig(plugin, config), clock: systemClock, operatorFetch }, signal)
    const remedy = `See the settings of the plugin ${plugin.name}`
    return findingOf(name, await askInTime(async () => ask(), { patience, remedy }))
  }
  return Promise.all(plugins.flatMap((plugin) => (plugin.checks ?? []).map((check) => tryOne(plugin, check))))
}
