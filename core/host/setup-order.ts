import { SettingError } from '../config.ts'
import type { Plugin } from '../contracts/plugin.ts'
import type { AnyService } from '../contracts/service.ts'

/**
 * Plugins in the order in which they are set up: each after those whose services it requires, and, unless that makes
 * a cycle, after those whose services it wants. Of a cycle, the plugin that most others ask for comes first. Throws
 * SettingError if plugins require each other.
 */
export function setupOrder(plugins: readonly Plugin[]): Plugin[] {
  const providers = new Map<string, Plugin[]>()
  for (const plugin of plugins)
    for (const { service } of plugin.provides ?? [])
      providers.set(service.id, [...(providers.get(service.id) ?? []), plugin])

  const left = new Set(plugins)
  const providersOf = (services: readonly AnyService[] = []) => services.flatMap(({ id }) => providers.get(id) ?? [])
  const required = new Map(plugins.map((plugin) => [plugin, providersOf(plugin.requires)]))
  const wanted = new Map(plugins.map((plugin) => [plugin, providersOf(plugin.wants)]))
  const waitsFor = (plugin: Plugin, others: typeof required) =>
    others.get(plugin)?.find((other) => other !== plugin && left.has(other))
  /** Plugins still to come that ask for a service of this one. */
  const asked = ({ provides = [] }: Plugin) => {
    const ids = new Set(provides.map(({ service }) => service.id))
    return [...left].filter(({ requires = [], wants = [] }) => [...requires, ...wants].some(({ id }) => ids.has(id)))
      .length
  }
  const ordered: Plugin[] = []
  while (left.size > 0) {
    const able = [...left].filter((plugin) => !waitsFor(plugin, required))
    const next = able.find((plugin) => !waitsFor(plugin, wanted)) ?? able.sort((a, b) => asked(b) - asked(a))[0]
    if (!next) {
      const [one] = left
      throw new SettingError(
        `Plugin ${one!.name}: it and ${waitsFor(one!, required)!.name} require each other's services; one of them has to name the other's in wants`,
      )
    }
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}
