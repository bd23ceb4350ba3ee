import { type Account, defineService, type Static } from 'weirjs'
import type { MapBody, SiteMap } from './schema.ts'

export type { MapBody } from './schema.ts'

/** Whom a map is made for. */
export interface MappedFor {
  account: Account
  signal: AbortSignal
  /** Gets a line on each reason why there may be more than is listed. */
  warnings?: string[]
}

/** Maps of sites, for other plugins. */
export interface Maps {
  /** Maps a site, and charges it, as the route does. Throws as it does. */
  map(body: MapBody, by: MappedFor): Promise<Static<typeof SiteMap>>
}

/** The maps that this server makes. */
export const maps = defineService<Maps>('map.maps')
