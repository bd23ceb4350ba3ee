/**
 * What a bundle begins with. A third party's plugin or engine imports the sources, and shares their classes only
 * with what runs from there: where one is named, the sources run.
 */
import { type Config, loadConfig } from '../config.ts'
import { builtInEngines, builtInPlugins } from '../host/load.ts'

function namesOthers({ settings }: Config) {
  const own = new Set(['*', ...builtInPlugins(), ...builtInEngines()])
  return [...settings.WEIR_PLUGINS, ...settings.WEIR_ENGINES].some((name) => !own.has(name))
}

async function start() {
  // What is wrong with the settings is the program's to say.
  const runsSources = await loadConfig().then(namesOthers, () => false)
  if (runsSources) await import(new URL('../cli/main.ts', import.meta.url).href)
  else await import('../cli/main.ts')
}

void start()
