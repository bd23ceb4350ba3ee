import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importFile } from '../bundle/import-file.ts'
import { type Config, SettingError } from '../config.ts'
import type { EngineDefinition } from '../contracts/engine.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { runtime } from '../runtime/index.ts'
import type { TSchema } from '../schema.ts'
import { loadFailure } from './load-failure.ts'
import { foreignCore, isInstalled, root } from './packages.ts'
import { EngineShape } from './shapes/engine-shape.ts'
import { findBadSetting, findMisfit } from './shapes/find-misfit.ts'
import { EXTENSION_NAME, TAKEN_NAMES } from './shapes/parts.ts'
import { PluginShape } from './shapes/plugin-shape.ts'

/** What cannot be switched off: accounts, their administration and usage, and jobs. Source: decisions 13. */
const alwaysOn = ['account', 'admin', 'analytics', 'content', 'documents', 'jobs']

interface Kind {
  setting: 'WEIR_PLUGINS' | 'WEIR_ENGINES'
  what: 'plugin' | 'engine'
  shape: TSchema
  always: readonly string[]
  /** The files of the plugins that come with Weir, by name. */
  builtIn(): ReadonlyMap<string, string>
}
const pluginKind: Kind = {
  setting: 'WEIR_PLUGINS',
  what: 'plugin',
  shape: PluginShape,
  always: alwaysOn,
  builtIn: builtInPluginFiles,
}
const engineKind: Kind = {
  setting: 'WEIR_ENGINES',
  what: 'engine',
  shape: EngineShape,
  always: [],
  builtIn: builtInEngineFiles,
}

/** In the npm package, the sources have been compiled to JavaScript. */
const EXTENSION = extname(fileURLToPath(import.meta.url))

/** Every folder with an index, under the name of its plugin. */
export function builtInPluginFiles(): Map<string, string> {
  const files = readdirSync(join(root, 'plugins'))
    .sort()
    .map((name) => [name, join(root, 'plugins', name, `index${EXTENSION}`)] as const)
  return new Map(files.filter(([, file]) => existsSync(file)))
}

/** By `weir.engines` in package.json: the folders are named after browsers, and some hold only shared code. */
export function builtInEngineFiles(): Map<string, string> {
  const { weir } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    weir: { engines: Record<string, string> }
  }
  return new Map(
    Object.entries(weir.engines).map(([name, file]) => [name, join(root, file.replace(/\.[jt]s$/, EXTENSION))]),
  )
}

const isPath = (name: string) => /^(\.{0,2}\/|[A-Za-z]:[\\/])/.test(name)

/**
 * The file that a config entry refers to: a built-in name, a path relative to the config, or an installed package.
 */
function locate(kind: Kind, name: string, built: ReadonlyMap<string, string>, folder: string): string {
  const file = built.get(name)
  if (file) return file
  if (isPath(name)) {
    const path = resolve(folder, name)
    const file = [path, join(path, 'index.ts'), join(path, 'index.js')].find(
      (candidate) => existsSync(candidate) && /\.[cm]?[jt]s$/.test(candidate),
    )
    if (file) return file
    throw new SettingError(`${kind.setting}: there is no file ${name}`)
  }
  if (!isInstalled(name, folder))
    throw new SettingError(
      `${kind.setting}: ${name} is neither a built-in ${kind.what} (${[...built.keys()].join(', ')}) nor a package installed in ${folder}`,
    )
  try {
    return runtime.resolve(name, folder)
  } catch (error) {
    throw new SettingError(`${kind.setting}: the package ${name} has no file to load: ${firstLine(error)}`)
  }
}

const isFunction = (value: unknown) => typeof value === 'function'

/** Why an export is not a plugin or an engine, as the end of a sentence; undefined if it is one. */
function faultOf({ what, shape }: Kind, definition: unknown): string | undefined {
  const define = what === 'plugin' ? 'definePlugin' : 'defineEngine'
  if (typeof definition !== 'object' || definition === null || !('name' in definition))
    return `exports no ${what} by default (use ${define})`
  const { name, api, open, tag, aliases = [], config } = definition as Partial<EngineDefinition & Plugin>
  const unfit = [name, ...[aliases].flat()].find((one) => typeof one !== 'string' || !EXTENSION_NAME.test(one))
  if (unfit !== undefined || name === undefined)
    return `calls itself ${JSON.stringify(unfit ?? name)}: a name is lower-case letters, digits, _ and -, such as my-${what}`
  if (what === 'plugin' && TAKEN_NAMES.includes(name))
    return `calls itself ${name}, which Weir keeps for itself: rename it`
  if (api !== 1) return `is written for version ${api} of the ${what} contract, this Weir has version 1`
  const isEngine = isFunction(open)
  if (what === 'plugin' && isEngine) return `is the engine ${name}: name it in WEIR_ENGINES instead`
  if (what === 'engine' && !isEngine)
    return tag === undefined
      ? `exports the engine ${name} without open, the function that makes it`
      : `is the plugin ${name}: name it in WEIR_PLUGINS instead`
  if (what === 'plugin' && (typeof tag?.name !== 'string' || typeof tag.description !== 'string'))
    return `exports the plugin ${name} without tag, its name and description in Swagger`
  const misfit = findMisfit(shape, definition) ?? findBadSetting(config)
  return misfit && `exports the ${what} ${name} with a fault: ${misfit}`
}

/** Refuses two of the same name: the second would never be reached. */
function refuseDuplicates({ setting, what }: Kind, loaded: readonly { name: string; aliases?: readonly string[] }[]) {
  const owners = new Map<string, string>()
  for (const { name, aliases = [] } of loaded) {
    for (const one of [name, ...aliases]) {
      const owner = owners.get(one)
      if (owner === name) throw new SettingError(`${setting}: two ${what}s are called ${one}; leave one of them out`)
      if (owner !== undefined)
        throw new SettingError(
          `${setting}: ${one} is a name of the ${what} ${owner}, and of ${name}; leave one of them out, or rename yours`,
        )
      owners.set(one, name)
    }
  }
}

const firstLine = (error: unknown) => (error as Error).message.split('\n')[0]

async function load<T extends { name: string; aliases?: readonly string[] }>(
  kind: Kind,
  wanted: readonly string[],
  folder: string,
): Promise<T[]> {
  const built = kind.builtIn()
  const chosen = new Set([
    ...wanted.flatMap((name) => (name === '*' ? [...built.keys()] : [name])),
    ...kind.always.filter((name) => built.has(name)),
  ])
  const loaded = await Promise.all(
    [...chosen].map(async (name) => {
      const file = locate(kind, name, built, folder)
      const foreign = built.has(name) ? undefined : foreignCore(file)
      if (foreign) throw new SettingError(`${kind.setting}: ${name} ${foreign}`)
      const { default: definition } = (await importFile(file).catch((error: unknown) => {
        throw new SettingError(`${kind.setting}: ${name} could not be loaded: ${loadFailure(error, file)}`)
      })) as { default?: T }
      // The compiler has checked those that come with Weir; checking them again would slow down every start.
      const fault = built.has(name) ? undefined : faultOf(kind, definition)
      if (!definition || fault) throw new SettingError(`${kind.setting}: ${name} ${fault}`)
      return definition
    }),
  )
  refuseDuplicates(kind, loaded)
  return loaded
}

/** The plugins and engines that can be given by name. */
export const builtInPlugins = () => [...builtInPluginFiles().keys()]
export const builtInEngines = () => [...builtInEngineFiles().keys()]
const loadBuiltInEngines = () => load<EngineDefinition>(engineKind, ['*'], root)
/** The engines with their aliases. */
export const builtInEngineNames = async () =>
  (await loadBuiltInEngines()).flatMap(({ name, aliases = [] }) => [name, ...aliases])

/** Replaces aliases of built-in engines, which requests accept too, by the names of the engines. */
async function resolveAliases(wanted: readonly string[]): Promise<readonly string[]> {
  const built = builtInEngineFiles()
  if (wanted.every((name) => name === '*' || built.has(name) || isPath(name))) return wanted
  const engines = await loadBuiltInEngines()
  const nameOf = (given: string) => engines.find(({ aliases = [] }) => aliases.includes(given))?.name ?? given
  return wanted.map(nameOf)
}

/** The built-in plugins that are switched off. */
export async function loadIdlePlugins(loaded: readonly Plugin[]): Promise<Plugin[]> {
  const idle = [...builtInPluginFiles()].filter(([name]) => !loaded.some((plugin) => plugin.name === name))
  const modules = await Promise.all(idle.map(([, file]) => importFile(file)))
  return (modules as { default: Plugin }[]).map(({ default: plugin }) => plugin)
}

/**
 * Loads the plugins and engines that the settings name. Throws SettingError with one line that names the setting and
 * the entry.
 */
export const loadPlugins = ({ settings, folder }: Config) => load<Plugin>(pluginKind, settings.WEIR_PLUGINS, folder)
export const loadEngines = async ({ settings, folder }: Config) =>
  load<EngineDefinition>(engineKind, await resolveAliases(settings.WEIR_ENGINES), folder)
