import type { Ready } from './engine.ts'
import type { Kit } from './plugin.ts'

/** Makes a service from what the core hands the plugin, and from what the plugin's `setup` returned. */
// biome-ignore lint/suspicious/noExplicitAny: each plugin's kit and state are of types that only the plugin knows
export type Create<T> = (kit: Kit<any>, state: any) => T

/**
 * What one plugin offers to others: a typed name. Put it into the plugin's `service.ts`, next to the type. One plugin
 * provides it; two are refused at start.
 */
export interface Service<T> {
  /** By which it is known: two objects of one id name the same service. */
  readonly id: string
  /** For the plugin's `provides`: how the service is made, once, after the plugin's `setup`. */
  by(create: Create<T>): Provided<T>
}

export interface Provided<T = unknown> {
  readonly service: Service<T>
  readonly create: Create<T>
}

/** A service that any number of plugins provide, each under names of their own: an extension point. */
export interface ProviderService<T> {
  readonly id: string
  readonly many: true
  /**
   * For the plugin's `provides`, once for each provider. Where `create` gives undefined there is none: what it would
   * lead to is not configured.
   */
  by(about: ProviderOptions<T>, create: Create<T | undefined>): NamedProvided<T>
}

export interface ProviderOptions<T> {
  /** Lower case; unique among the providers of the service. */
  name: string
  /** Lower is asked first. Default 100; providers of one order stand by their names. */
  order?: number
  /**
   * Whether it can work now; shown by `/v1/capabilities`, `/health` and `weir doctor`. Without it it always can, and
   * is not shown.
   */
  health?(provided: T): Ready | Promise<Ready>
}

export interface NamedProvided<T = unknown> extends ProviderOptions<T> {
  readonly service: ProviderService<T>
  readonly create: Create<T | undefined>
}

/** One of the providers of a service. */
export interface Provider<T> {
  readonly name: string
  /** The plugin that brings it. */
  readonly plugin: string
  readonly service: T
  /** Whether it can work now. It never throws, and answers within seconds; what it said holds for some time. */
  health(): Promise<Ready>
}

/** What plugins name in `requires` and `wants`. */
export type AnyService = Service<unknown> | ProviderService<unknown>
export type AnyProvided = Provided | NamedProvided
