import { SettingError } from '../config.ts'
import type { Mount, Plugin } from '../contracts/plugin.ts'
import { API, isWithin, ownPaths } from './paths.ts'

const FORM = /^(?:\/\.well-known)?(?:\/[a-z0-9][a-z0-9._-]*)+$/

const overlap = (one: string, other: string) => isWithin(one, other) || isWithin(other, one)

/** All routes of a plugin, by the path below which they are. */
export const mountsOf = ({ routes, mounts = [] }: Plugin): readonly Mount[] =>
  routes ? [{ path: API, routes }, ...mounts] : mounts

/** Throws SettingError for a mount whose path is invalid, or taken by the core or another plugin. */
export function checkMounts(plugins: readonly Plugin[]): void {
  const taken = new Map<string, string>()
  for (const { name, mounts = [] } of plugins)
    for (const { path } of mounts) {
      const refuse = (why: string) => {
        throw new SettingError(`Plugin ${name}: its mount ${path} ${why}`)
      }
      if (!FORM.test(path)) refuse('is no path such as /dashboard: lower-case letters, digits, ., _ and - after each /')
      if (isWithin(path, API)) refuse(`lies below ${API}: its routes belong into routes`)
      const own = ownPaths.find((other) => overlap(path, other))
      if (own) refuse(`is taken by ${own}, which the server itself answers`)
      const [other, owner] = [...taken].find(([mount, by]) => by !== name && overlap(path, mount)) ?? []
      if (owner !== undefined)
        refuse(`and ${other} of the plugin ${owner} lie within each other; leave one of them out of WEIR_PLUGINS`)
      taken.set(path, name)
    }
}

/** Where a person who opens the service's root address is sent: a plugin's home, or `/docs`. */
export function homeOf(plugins: readonly Plugin[], takes: (method: string, path: string) => boolean): string {
  const [first, second] = plugins.filter(({ home }) => home !== undefined)
  if (!first?.home) return '/docs'
  if (second)
    throw new SettingError(
      `Plugin ${second.name}: the plugin ${first.name} has a home already; leave one of them out of WEIR_PLUGINS`,
    )
  if (!takes('GET', first.home))
    throw new SettingError(`Plugin ${first.name}: its home ${first.home} is not one of its routes`)
  return first.home
}
