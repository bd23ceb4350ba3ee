import { definePlugin } from 'weirjs'
import { accountRoutes } from './accounts.ts'
import { usageCommand } from './command.ts'
import { overviewRoutes } from './overview.ts'
import { trendsRoutes } from './trends.ts'
import { usageRoutes } from './usage.ts'

/**
 * The analytics plugin: an account's usage in total, over time and by endpoint; for administrators also that of
 * others and of all.
 */
export default definePlugin({
  name: 'analytics',
  api: 1,
  tag: {
    name: 'Analytics',
    description: 'Usage totals, and usage over time and by endpoint.',
    order: 905,
  },
  permissions: [],
  commands: [usageCommand],

  routes(app, kit) {
    usageRoutes(app, kit)
    overviewRoutes(app, kit)
    trendsRoutes(app, kit)
    accountRoutes(app, kit)
    return app
  },
})
