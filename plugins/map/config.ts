import { type Static, t } from 'weirjs'
import { Prices } from './price.ts'

/** The settings of this plugin. */
export const MapConfig = t.Object({ prices: Prices })
export type MapConfig = Static<typeof MapConfig>
