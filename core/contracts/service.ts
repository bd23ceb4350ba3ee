import type { Kit } from './plugin.ts'

/** What one plugin offers to others: a typed name. Put it into the plugin's `service.ts`, next to the type. */
export interface Service<T> {
  /** By which it is known: two objects of one id name the same service. */
  readonly id: string
  /** For the plugin's `provides`: how the service is made, once, at start. */
  // biome-ignore lint/suspicious/noExplicitAny: each plugin's kit has settings of another type
  by(create: (kit: Kit<any>) => T): Provided<T>
}

export interface Provided<T = unknown> {
  readonly service: Service<T>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly create: (kit: Kit<any>) => T
}

/**
 * Names a service.
 *
 * @example export const scraper = defineService<Scraper>('scrape.scraper')
 */
export function defineService<T>(id: string): Service<T> {
  const service: Service<T> = { id, by: (create) => ({ service, create }) }
  return service
}
