import { definePlugin } from 'weirjs'
import { keyRoutes } from './keys.ts'
import { passwordRoutes } from './password.ts'
import { profileRoutes } from './profile.ts'
import { sessionRoutes } from './sessions.ts'

/** The account plugin: login, API keys, and the caller's own record. */
export default definePlugin({
  name: 'account',
  api: 1,
  tag: { name: 'Account', description: 'Signing in, API keys and profile.', order: 900 },
  /**
   * The permissions of keys, including those of plugins that are switched off, as a key outlives a setting. Third
   * parties' plugins add their own. Source: decisions 2.7.
   */
  permissions: ['scrape', 'batch', 'crawl', 'map', 'search', 'extract', 'enrichment', 'archive', 'monitors', 'results'],

  routes(app, kit) {
    sessionRoutes(app, kit)
    keyRoutes(app, kit)
    profileRoutes(app, kit)
    passwordRoutes(app, kit)
    return app
  },
})
