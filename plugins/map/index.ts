import { definePlugin } from 'weirjs'
import { content } from '../content/service.ts'
import { scraper } from '../scrape/service.ts'
import { MapConfig } from './config.ts'
import { mapRoute } from './map-route.ts'
import { createMaps, mapErrors } from './maps.ts'
import { maps } from './service.ts'
import { setUp } from './state.ts'

/** The map plugin: lists the URLs of a site. */
export default definePlugin({
  name: 'map',
  api: 1,
  tag: { name: 'Map', description: 'Discover the URLs of a site.', order: 30 },
  config: MapConfig,
  requires: [scraper, content],
  /** Source: spec section 8.1. */
  limits: {
    map: {
      free: { perHour: 2, perDay: 10 },
      starter: { perHour: 10, perDay: 50 },
      pro: { perHour: 50, perDay: 200 },
    },
  },
  errors: mapErrors,
  setup: setUp,
  provides: [maps.by(createMaps)],
  routes: mapRoute,
})
