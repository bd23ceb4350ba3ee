import type { TSchema } from '@sinclair/typebox'
import type { EngineDefinition } from '../contracts/engine.ts'
import type { JobDefinition } from '../contracts/jobs/job.ts'
import type { PlanField } from '../contracts/plan.ts'
import type { Plugin } from '../contracts/plugin.ts'
import type { ProviderService, Service } from '../contracts/service.ts'

/** Marks an object as a plugin, and types its settings and its state. */
export const definePlugin = <C extends TSchema, S = undefined>(plugin: Plugin<C, S>): Plugin<C, S> => plugin

/** Marks an object as an engine, and types its settings. */
export const defineEngine = <C extends TSchema>(definition: EngineDefinition<C>): EngineDefinition<C> => definition

/** Marks an object as a job, and types its functions. */
export const defineJob = <I extends TSchema, T extends TSchema, R, C = unknown, F = never, S = unknown>(
  definition: JobDefinition<I, T, R, C, F, S>,
) => definition

/**
 * Names a service.
 *
 * @example export const scraper = defineService<Scraper>('scrape.scraper')
 */
export function defineService<T>(id: string): Service<T> {
  const service: Service<T> = { id, by: (create) => ({ service, create }) }
  return service
}

/**
 * Names a service that several plugins may provide. Consumers ask `kit.all` for it.
 *
 * @example export const searchProviders = defineProviders<SearchProvider>('search.providers')
 */
export function defineProviders<T>(id: string): ProviderService<T> {
  const service: ProviderService<T> = { id, many: true, by: (about, create) => ({ ...about, service, create }) }
  return service
}

/**
 * Names a numeric limit of plans. Add it to the plugin's `planFields` too.
 *
 * @example export const rowsPerJob = definePlanField({ name: 'rows.perJob', description: 'Rows in a job', defaults })
 */
export function definePlanField(field: Omit<PlanField, 'of'>): PlanField {
  return {
    ...field,
    of({ fields }) {
      const value = fields[field.name]
      if (value === undefined) throw new Error(`No loaded plugin has the plan field ${field.name} in its planFields`)
      return value
    },
  }
}
