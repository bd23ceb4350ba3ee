import type { Ready } from './engine.ts'
import type { Kit } from './plugin.ts'

/** Creates a service from the plugin's kit, and from the state that its `setup` returned. */
// biome-ignore lint/suspicious/noExplicitAny: each plugin's kit and state are of types that only the plugin knows
export type Create<T> = (kit: Kit<any>, state: any) => T

/**
 * A typed name for what one plugin offers to others. Put it into the plugin's `service.ts`, next to the type. Exactly
 * one plugin provides it: the server does not start with two.
 */
export interface Service<T> {
  /** Its identity: two objects with the same id name the same service. */
  readonly id: string
  /** For the plugin's `provides`. `create` is called once, after the plugin's `setup`. */
  by(create: Create<T>): Provided<T>
}

export interface Provided<T = unknown> {
  readonly service: Service<T>
  readonly create: Create<T>
}

/** An extension point: a service with any number of providers, each with a name, from any number of plugins. */
export interface ProviderService<T> {
  readonly id: string
  readonly many: true
  /**
   * For the plugin's `provides`, once for each provider. If `create` returns undefined there is no provider, for
   * example because it is not configured.
   */
  by(about: ProviderOptions<T>, create: Create<T | undefined>): NamedProvided<T>
}

export interface ProviderOptions<T> {
  /** Lower case; unique among the providers of the service. */
  name: string
  /** Providers are sorted by this, then by name. Default: 100. */
  order?: number
  /**
   * Whether it can work now; shown by `/v1/capabilities`, `/health` and `weir doctor`. A provider without this counts
   * as always ready, and is not shown.
   */
  health?(provided: T): Ready | Promise<Ready>
}

export interface NamedProvided<T = unknown> extends ProviderOptions<T> {
  readonly service: ProviderService<T>
  readonly create: Create<T | undefined>
}

/** A provider of a service. */
export interface Provider<T> {
  readonly name: string
  /** The plugin that brings it. */
  readonly plugin: string
  readonly service: T
  /** Whether it can work now. Never throws, and resolves within seconds. The result is cached for some time. */
  health(): Promise<Ready>
}

/** What plugins name in `requires` and `wants`. */
export type AnyService = Service<unknown> | ProviderService<unknown>
export type AnyProvided = Provided | NamedProvided
