import { type Config, refuseSetting, SettingError } from '../config.ts'
import type { PlanField, Plans } from '../contracts/plan.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { coreFields, createPlans } from '../plans/plans.ts'
import { loadIdlePlugins } from './load.ts'

/** The plans, and the limit families that they may mention besides those of the loaded plugins. */
export interface KnownPlans {
  plans: Plans
  idleFamilies: readonly string[]
}

/**
 * The plans, from the settings and the loaded plugins. They may mention built-in plugins that are switched off,
 * because settings outlive that. Throws SettingError.
 */
export async function readPlans(config: Config, loaded: readonly Plugin[]): Promise<KnownPlans> {
  const changes = config.settings.WEIR_PLANS
  const fields = fieldsOf(loaded)
  if (changes === undefined) return { plans: createPlans({}, fields), idleFamilies: [] }
  const idle = await loadIdlePlugins(loaded)
  try {
    // Checked as a whole first, and then reduced to the fields that loaded plugins use.
    const all = createPlans(changes, [...fields, ...fieldsOf(idle)])
    const plans = Object.fromEntries(
      Object.entries(all).map(([name, plan]) => {
        const own = Object.fromEntries(fields.map((field) => [field.name, field.of(plan)]))
        return [name, { ...plan, fields: own }]
      }),
    ) as Plans
    return { plans, idleFamilies: idle.flatMap(({ limits = {} }) => Object.keys(limits)) }
  } catch (error) {
    throw refuseSetting(config, 'WEIR_PLANS', (error as Error).message)
  }
}

/** The plan fields that plugins add. Throws SettingError if two plugins add the same one, or the core has it. */
export function fieldsOf(plugins: readonly Plugin[]): PlanField[] {
  const fields = new Map<string, PlanField>()
  for (const { name, planFields = [] } of plugins)
    for (const field of planFields) {
      if (coreFields.includes(field.name.split('.', 1)[0]!))
        throw new SettingError(
          `Plugin ${name}: the plan field ${field.name} is one of Weir itself; give it another name, such as ${name}.rows`,
        )
      if (fields.has(field.name))
        throw new SettingError(
          `Plugin ${name}: the plan field ${field.name} is another plugin's; leave one of them out of WEIR_PLUGINS`,
        )
      fields.set(field.name, field)
    }
  return [...fields.values()]
}
