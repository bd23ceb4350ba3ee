import { SettingError } from '../config.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'
import type { Service } from '../contracts/service.ts'

/** Finds a service for a plugin that has named it; each is made once, when first asked for. */
export interface Links {
  use(plugin: Plugin): Kit['use']
  find(plugin: Plugin): Kit['find']
}

const names = (list: readonly Service<unknown>[] | undefined, { id }: Service<unknown>) =>
  list?.some((service) => service.id === id) ?? false

/**
 * Joins what plugins provide to those that ask for it, by the ids of services: a third party may have a copy of the
 * object. `builtIn` are the plugins that a name is enough for. Throws SettingError when something required is missing.
 */
export function linkServices(
  plugins: readonly Plugin[],
  kitOf: (plugin: Plugin) => Kit,
  builtIn: readonly string[],
): Links {
  const makers = new Map<string, () => unknown>()
  for (const plugin of plugins) {
    for (const { service, create } of plugin.provides ?? []) {
      if (makers.has(service.id))
        throw new SettingError(
          `Plugin ${plugin.name}: ${service.id} is provided by another plugin too; leave one of them out of WEIR_PLUGINS`,
        )
      let made: { value: unknown } | undefined
      makers.set(service.id, () => {
        made ??= { value: create(kitOf(plugin)) }
        return made.value
      })
    }
  }
  for (const { name, requires = [] } of plugins) {
    for (const service of requires) {
      if (makers.has(service.id)) continue
      const provider = service.id.split('.')[0] ?? ''
      const remedy = builtIn.includes(provider)
        ? `add ${provider} to WEIR_PLUGINS`
        : `add the path or the package name of the plugin that does to WEIR_PLUGINS`
      throw new SettingError(`Plugin ${name} needs ${service.id}, which no loaded plugin provides: ${remedy}`)
    }
  }
  const make = <T>(service: Service<T>) => makers.get(service.id)?.() as T | undefined
  return {
    use: (plugin) => (service) => {
      const made = names(plugin.requires, service) ? make(service) : undefined
      if (made === undefined) throw new Error(`Plugin ${plugin.name} uses ${service.id} without naming it in requires`)
      return made
    },
    find: (plugin) => (service) => (names(plugin.wants, service) ? make(service) : undefined),
  }
}
