import { SettingError } from '../config.ts'
import type { Plugin } from '../contracts/plugin.ts'
import type { PlanLimits } from './limits.ts'

/** The limit families of all plugins. Throws SettingError if two plugins declare the same one. */
export function declaredLimits(plugins: readonly Plugin[]): Record<string, PlanLimits> {
  const declared: Record<string, PlanLimits> = {}
  for (const { name, limits = {} } of plugins) {
    for (const [family, limit] of Object.entries(limits)) {
      if (Object.hasOwn(declared, family))
        throw new SettingError(
          `Plugin ${name}: the limit family ${family} is declared by another plugin; leave one of them out of WEIR_PLUGINS`,
        )
      declared[family] = limit
    }
  }
  return declared
}
