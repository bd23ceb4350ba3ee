import { KeyedCounts } from '../concurrency/keyed-counts.ts'
import { SettingError } from '../config.ts'
import type { Ready } from '../contracts/engine.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'
import type { AnyProvided, AnyService, NamedProvided, Provider } from '../contracts/service.ts'
import { watchHealth } from './provider-health.ts'
import { setupOrder } from './setup-order.ts'

/** The health of one provider of a service. */
export interface ProviderInfo {
  service: string
  name: string
  plugin: string
  state: Ready
}

/** The services that plugins provide to each other. */
export interface ServiceRegistry {
  /** The plugins, each after those that it requires something of. */
  readonly order: readonly Plugin[]
  /** Makes the services that a plugin provides, after its `setup`. */
  make(plugin: Plugin, kit: Kit, state: unknown): void
  /** The part of a plugin's kit that finds services. */
  lookup(plugin: Plugin): Pick<Kit, 'use' | 'find' | 'all'>
  /** The providers of all services that may have several, and their health; without those that always work. */
  listProviders(): Promise<ProviderInfo[]>
}

type Made = Map<string, { value: unknown }>
type MadeProvider = Provider<unknown> & { order: number; isListed: boolean }

const isNamed = (provided: AnyProvided): provided is NamedProvided => 'name' in provided
const isAmong = (id: string, list: readonly AnyService[] | undefined) => list?.some((service) => service.id === id)

/**
 * Connects the services that plugins provide to those that they ask for, by service id: a third party may have its
 * own copy of the object. `builtIn` are the plugins that can be given by name. Throws SettingError if a required
 * service is missing.
 */
export function createServiceRegistry(plugins: readonly Plugin[], builtIn: readonly string[]): ServiceRegistry {
  const provided = plugins.flatMap((plugin) => (plugin.provides ?? []).map((one) => ({ plugin, one })))
  const known = new Set(provided.map(({ one }) => one.service.id))
  checkProvided(provided)
  for (const plugin of plugins) checkRequired(plugin, known, builtIn)

  const made: Made = new Map()
  const providers = new Map<string, MadeProvider[]>()
  /** For each service, how many of its providers are still to be made. */
  const awaited = new KeyedCounts()
  for (const { one } of provided) awaited.add(one.service.id, 1)

  const requireMade = (plugin: Plugin, id: string) => {
    if (awaited.of(id) > 0)
      throw new Error(
        `Plugin ${plugin.name} asks for ${id} before it is made: name it in requires, or ask in routes, start or later`,
      )
  }

  return {
    order: setupOrder(plugins),

    make(plugin, kit, state) {
      for (const one of plugin.provides ?? []) {
        const { id } = one.service
        const value = one.create(kit, state)
        if (value instanceof Promise)
          throw new Error(
            `${id} is made by an async function: do in setup what must be awaited, and give it by its state`,
          )
        awaited.add(id, -1)
        if (isNamed(one)) {
          if (value === undefined) continue
          const { name, order = 100, health } = one
          const about = { name, order, plugin: plugin.name, service: value, isListed: health !== undefined }
          const all = [
            ...(providers.get(id) ?? []),
            { ...about, health: watchHealth(() => health?.(value) ?? { ready: true }) },
          ]
          providers.set(
            id,
            all.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1)),
          )
        } else made.set(id, { value })
      }
    },

    lookup: (plugin) => ({
      use<T>({ id }: { id: string }) {
        if (!isAmong(id, plugin.requires))
          throw new Error(`Plugin ${plugin.name} uses ${id} without naming it in requires`)
        requireMade(plugin, id)
        return made.get(id)?.value as T
      },
      find<T>({ id }: { id: string }) {
        if (!isAmong(id, plugin.requires) && !isAmong(id, plugin.wants))
          throw new Error(`Plugin ${plugin.name} looks for ${id} without naming it in requires or wants`)
        requireMade(plugin, id)
        return made.get(id)?.value as T | undefined
      },
      all<T>({ id }: { id: string }) {
        if (!isAmong(id, plugin.requires) && !isAmong(id, plugin.wants))
          throw new Error(`Plugin ${plugin.name} uses ${id} without naming it in requires or wants`)
        requireMade(plugin, id)
        return (providers.get(id) ?? []) as readonly Provider<T>[]
      },
    }),

    listProviders: () =>
      Promise.all(
        [...providers].flatMap(([service, all]) =>
          all
            .filter(({ isListed }) => isListed)
            .map(async ({ name, plugin, health }) => ({ service, name, plugin, state: await health() })),
        ),
      ),
  }
}

/** Refuses a second provider of a service that allows one, and two providers of the same name. */
function checkProvided(provided: readonly { plugin: Plugin; one: AnyProvided }[]) {
  const owners = new Map<string, string>()
  const kinds = new Map<string, boolean>()
  for (const { plugin, one } of provided) {
    const { id } = one.service
    const refuse = (why: string) => {
      throw new SettingError(`Plugin ${plugin.name}: ${why}`)
    }
    if ('many' in one.service && !isNamed(one))
      refuse(`${id} may have several providers: give yours a name, as in by({ name: 'mine' }, () => …)`)
    if (kinds.has(id) && kinds.get(id) !== isNamed(one))
      refuse(`${id} is provided as one service and as one of several; see how its plugin defines it`)
    kinds.set(id, isNamed(one))
    if (!isNamed(one) && owners.has(id))
      refuse(`${id} is provided by another plugin too; leave one of them out of WEIR_PLUGINS`)
    const name = isNamed(one) ? `${id} ${one.name}` : id
    const owner = owners.get(name)
    if (owner !== undefined)
      refuse(`${id} has a provider called ${(one as NamedProvided).name} already, of the plugin ${owner}; rename yours`)
    owners.set(name, plugin.name)
  }
}

function checkRequired({ name, requires = [] }: Plugin, known: ReadonlySet<string>, builtIn: readonly string[]) {
  const missing = requires.find(({ id }) => !known.has(id))
  if (!missing) return
  const provider = missing.id.split('.')[0] ?? ''
  const remedy = builtIn.includes(provider)
    ? `add ${provider} to WEIR_PLUGINS`
    : `add the path or the package name of the plugin that does to WEIR_PLUGINS`
  throw new SettingError(`Plugin ${name} needs ${missing.id}, which no loaded plugin provides: ${remedy}`)
}
