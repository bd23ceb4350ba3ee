import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, SettingError } from './config.ts'
import type { EngineDefinition } from './engine.ts'
import { foreignCore, isInstalled, root } from './packages.ts'
import type { Plugin } from './plugin.ts'
import { runtime } from './runtime/index.ts'

/** What cannot be switched off. Source: decisions 13. */
const alwaysOn = ['account', 'jobs']

interface Kind {
  setting: 'WEIR_PLUGINS' | 'WEIR_ENGINES'
  folder: 'plugins' | 'engines'
  what: 'plugin' | 'engine'
  always: readonly string[]
}
const pluginKind: Kind = { setting: 'WEIR_PLUGINS', folder: 'plugins', what: 'plugin', always: alwaysOn }
const engineKind: Kind = { setting: 'WEIR_ENGINES', folder: 'engines', what: 'engine', always: [] }

/** The names of what stands in this house: each folder with an `index.ts`. */
const builtIn = ({ folder }: Kind) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, folder, entry.name, 'index.ts')))
    .map(({ name }) => name)
    .sort()

const isPath = (name: string) => /^(\.{0,2}\/|[A-Za-z]:[\\/])/.test(name)

/** The file that a config entry means: a built-in name, a path from the config's folder, or an installed package. */
function locate(kind: Kind, name: string, built: readonly string[], folder: string): string {
  if (built.includes(name)) return join(root, kind.folder, name, 'index.ts')
  if (isPath(name)) {
    const path = resolve(folder, name)
    const file = [path, join(path, 'index.ts')].find(
      (candidate) => existsSync(candidate) && /\.[cm]?[jt]s$/.test(candidate),
    )
    if (file) return file
    throw new SettingError(`${kind.setting}: there is no file ${name}`)
  }
  if (!isInstalled(name, folder))
    throw new SettingError(
      `${kind.setting}: ${name} is neither a built-in ${kind.what} (${built.join(', ')}) nor a package installed in ${folder}`,
    )
  try {
    return runtime.resolve(name, folder)
  } catch (error) {
    throw new SettingError(`${kind.setting}: the package ${name} has no file to load: ${firstLine(error)}`)
  }
}

const firstLine = (error: unknown) => (error as Error).message.split('\n')[0]

async function load<T extends { name: string; api: number }>(
  kind: Kind,
  wanted: readonly string[],
  folder: string,
): Promise<T[]> {
  const built = builtIn(kind)
  const chosen = new Set([
    ...wanted.flatMap((name) => (name === '*' ? built : [name])),
    ...kind.always.filter((name) => built.includes(name)),
  ])
  const loaded = await Promise.all(
    [...chosen].map(async (name) => {
      const file = locate(kind, name, built, folder)
      const foreign = built.includes(name) ? undefined : foreignCore(file)
      if (foreign) throw new SettingError(`${kind.setting}: ${name} ${foreign}`)
      const { default: definition } = (await import(pathToFileURL(file).href).catch((error: unknown) => {
        throw new SettingError(`${kind.setting}: ${name} could not be loaded: ${firstLine(error)}`)
      })) as { default?: T }
      if (!definition || typeof definition.name !== 'string' || !/^[a-z][a-z0-9_-]*$/.test(definition.name)) {
        throw new SettingError(
          `${kind.setting}: ${name} exports no ${kind.what} by default (use define${kind.what === 'plugin' ? 'Plugin' : 'Engine'})`,
        )
      }
      if (definition.api !== 1)
        throw new SettingError(
          `${kind.setting}: ${name} is written for version ${definition.api} of the ${kind.what} contract, this Weir has version 1`,
        )
      return definition
    }),
  )
  const twice = loaded.find(({ name }, i) => loaded.findIndex((other) => other.name === name) !== i)
  if (twice)
    throw new SettingError(`${kind.setting}: two ${kind.what}s are called ${twice.name}; leave one of them out`)
  return loaded
}

/** Loads what the settings name. Throws SettingError with one line that names the setting and the entry. */
export const loadPlugins = ({ settings, folder }: Config) => load<Plugin>(pluginKind, settings.WEIR_PLUGINS, folder)
export const loadEngines = ({ settings, folder }: Config) =>
  load<EngineDefinition>(engineKind, settings.WEIR_ENGINES, folder)
