import { SettingError } from './config.ts'
import type { Kit, Plugin } from './plugin.ts'
import type { Service } from './service.ts'

/** Finds a service for a plugin that has named it; each is made once, when first asked for. */
export interface Links {
  use(plugin: Plugin): Kit['use']
  find(plugin: Plugin): Kit['find']
}

/** Joins what plugins provide to those that ask for it. Throws SettingError when something required is missing. */
export function linkServices(plugins: readonly Plugin[], kitOf: (plugin: Plugin) => Kit): Links {
  const makers = new Map<Service<unknown>, () => unknown>()
  for (const plugin of plugins) {
    for (const { service, create } of plugin.provides ?? []) {
      if (makers.has(service))
        throw new SettingError(
          `Plugin ${plugin.name}: ${service.id} is provided by another plugin too; leave one of them out of WEIR_PLUGINS`,
        )
      let made: { value: unknown } | undefined
      makers.set(service, () => {
        made ??= { value: create(kitOf(plugin)) }
        return made.value
      })
    }
  }
  for (const { name, requires = [] } of plugins) {
    for (const service of requires) {
      if (!makers.has(service))
        throw new SettingError(
          `Plugin ${name} needs ${service.id}, which no loaded plugin provides: add ${service.id.split('.')[0]} to WEIR_PLUGINS`,
        )
    }
  }
  const make = <T>(service: Service<T>) => makers.get(service)?.() as T | undefined
  return {
    use: (plugin) => (service) => {
      const made = plugin.requires?.includes(service) ? make(service) : undefined
      if (made === undefined) throw new Error(`Plugin ${plugin.name} uses ${service.id} without naming it in requires`)
      return made
    },
    find: (plugin) => (service) => (plugin.wants?.includes(service) ? make(service) : undefined),
  }
}
