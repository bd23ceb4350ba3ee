/**
 * The entry of a bundle. A third party's plugin or engine imports the sources, and shares classes only with code that
 * runs from there. So if one is configured, the sources run instead of the bundle.
 */
import { type Config, loadConfig } from '../config.ts'
import { builtInEngines, builtInPlugins } from '../host/load.ts'

function usesThirdParties({ settings }: Config) {
  const own = new Set(['*', ...builtInPlugins(), ...builtInEngines()])
  return [...settings.WEIR_PLUGINS, ...settings.WEIR_ENGINES].some((name) => !own.has(name))
}

// The program itself reports invalid settings.
const runsSources = loadConfig().then(usesThirdParties, () => false)
runsSources.then((runs) => (runs ? import(new URL('../cli/main.ts', import.meta.url).href) : import('../cli/main.ts')))
