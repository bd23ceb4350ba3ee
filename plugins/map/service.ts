import { type Account, type ChargeOptions, defineService, type Static } from 'weirjs'
import type { MapBody, SiteMap } from './schema.ts'

export type { MapBody } from './schema.ts'

/** The caller of a map. */
export interface MappedFor extends ChargeOptions {
  account: Account
  signal: AbortSignal
  /** Receives the reasons why URLs may be missing. */
  warnings?: string[]
}

/** Maps of sites, for other plugins. */
export interface Maps {
  /** Checks what `map` is given, before it is counted. Throws 400, and 501 for what this server cannot do. */
  check(body: MapBody): void
  /** Maps a site and charges like the route. Throws like it. */
  map(body: MapBody, by: MappedFor): Promise<Static<typeof SiteMap>>
}

/** The map service of this server. */
export const maps = defineService<Maps>('map.maps')
