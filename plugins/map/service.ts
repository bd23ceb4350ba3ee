import { type Account, defineService, type Static } from 'weirjs'
import type { MapBody, SiteMap } from './schema.ts'

export type { MapBody } from './schema.ts'

/** A map, and why there may be more than it lists. */
export interface MadeMap {
  siteMap: Static<typeof SiteMap>
  warnings: string[]
}

/** Maps of sites, for other plugins. */
export interface Maps {
  /** Maps a site, and charges it, as the route does. Throws as it does. */
  map(body: MapBody, by: { account: Account; signal: AbortSignal }): Promise<MadeMap>
}

/** The maps that this server makes. */
export const maps = defineService<Maps>('map.maps')
