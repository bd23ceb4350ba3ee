import { type Account, defineService, type Static } from 'weirjs'
import type { MapBody, SiteMap } from './schema.ts'

export type { MapBody } from './schema.ts'

/** Maps of sites, for other plugins. */
export interface Maps {
  /** Maps a site and charges for it, like the route. Throws like it. */
  map(body: MapBody, by: { account: Account; signal: AbortSignal }): Promise<Static<typeof SiteMap>>
}

/** The maps of this server. */
export const maps = defineService<Maps>('map.maps')
