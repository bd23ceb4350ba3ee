/**
 * The entry of a bundle. A third party's plugin or engine imports the sources, and shares classes only with code that
 * runs from there. So if one is configured, the sources run instead of the bundle. Nothing runs before `start` is
 * called, as an outdated bundle is loaded too before it is known to be outdated.
 */
import { type Config, loadConfig } from '../config.ts'
import { builtInEngines, builtInPlugins } from '../host/load.ts'

function usesThirdParties({ settings }: Config) {
  const own = new Set(['*', ...builtInPlugins(), ...builtInEngines()])
  return [...settings.WEIR_PLUGINS, ...settings.WEIR_ENGINES].some((name) => !own.has(name))
}

export async function start() {
  // The program itself reports invalid settings.
  const runsSources = await loadConfig().then(usesThirdParties, () => false)
  if (runsSources) await import(new URL('../cli/main.ts', import.meta.url).href)
  else await import('../cli/main.ts')
}
