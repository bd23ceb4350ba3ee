import { type Account, defineService, type Static } from 'weirjs'
import type { MapBody, SiteMap } from './schema.ts'

export type { MapBody } from './schema.ts'

/** Maps of sites, for other plugins. */
export interface Maps {
  /** Maps a site, and charges it, as the route does. Throws as it does. */
  map(body: MapBody, by: { account: Account; signal: AbortSignal }): Promise<Static<typeof SiteMap>>
}

/** The maps that this server makes. */
export const maps = defineService<Maps>('map.maps')
