import type { Kit, Mount } from 'weirjs'
import type { FirecrawlConfig } from '../config.ts'
import type { Api } from '../page/shape.ts'
import { batchRoute } from './batch.ts'
import { cloudOnlyRoutes } from './cloud-only.ts'
import { crawlRoutes } from './crawl.ts'
import { extractRoutes } from './extract.ts'
import { jobRoutes } from './jobs.ts'
import { mapRoute } from './map.ts'
import { parseRoute } from './parse.ts'
import type { FirecrawlState } from './route.ts'
import { scrapeRoute } from './scrape.ts'
import { searchRoute } from './search.ts'
import { teamRoutes } from './team.ts'

/** There is no `/v1`, as that path is Weir's own: clients of version 1 put the prefix into their base address. */
const apis: readonly Api[] = [
  { version: 2, path: '/v2' },
  { version: 1, path: '/firecrawl/v1' },
  { version: 2, path: '/firecrawl/v2' },
]

/** All routes of each version, below its path. */
export const mounts: readonly Mount<FirecrawlConfig, FirecrawlState>[] = apis.map((api) => ({
  path: api.path,
  cors: true,
  routes(app, kit: Kit<FirecrawlConfig>, state) {
    scrapeRoute(app, kit, state, api)
    batchRoute(app, kit, state, api)
    crawlRoutes(app, kit, state, api)
    jobRoutes(app, kit, state, api, { path: '/crawl', name: 'Crawl', thing: 'a crawl' })
    jobRoutes(app, kit, state, api, { path: '/batch/scrape', name: 'Batch', thing: 'a batch' })
    mapRoute(app, kit, state, api)
    searchRoute(app, kit, state, api)
    extractRoutes(app, kit, state, api)
    parseRoute(app, kit, state, api)
    teamRoutes(app, kit, api)
    return cloudOnlyRoutes(app, api)
  },
}))
