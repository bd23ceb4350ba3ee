import { definePlugin } from 'weirjs'
import { adminRoutes } from './admin.ts'
import { keyRoutes } from './keys.ts'
import { profileRoutes } from './profile.ts'
import { jobStats } from './service.ts'
import { sessionRoutes } from './sessions.ts'

/** Signing in, keys, the caller's own record, and the administration of users. */
export default definePlugin({
  name: 'account',
  api: 1,
  tag: { name: 'Account', description: 'Signing in, API keys and profile.', order: 900 },
  moreTags: [{ name: 'Administration', description: 'Users and figures of the whole service.', order: 1000 }],
  /**
   * What keys may be permitted, also while the plugin that asks for it is switched off: a key outlives a setting.
   * Those of third parties add their own. Source: decisions 2.7.
   */
  permissions: ['scrape', 'batch', 'crawl', 'map', 'search', 'extract', 'enrichment', 'archive', 'monitors', 'results'],
  wants: [jobStats],

  routes(app, kit) {
    sessionRoutes(app, kit)
    keyRoutes(app, kit)
    profileRoutes(app, kit)
    adminRoutes(app, kit)
    return app
  },
})
