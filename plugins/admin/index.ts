import { definePlugin } from 'weirjs'
import { auditRoutes } from './audit.ts'
import { adminCommand } from './commands.ts'
import { statsRoutes } from './stats.ts'
import { userRoutes } from './users.ts'

/** The administration plugin: users, figures and health of the whole service, and the audit log. */
export default definePlugin({
  name: 'admin',
  api: 1,
  tag: {
    name: 'Administration',
    description: 'Users, statistics, health and the audit log of the whole service.',
    order: 1000,
  },
  commands: [adminCommand],

  routes(app, kit) {
    statsRoutes(app, kit)
    userRoutes(app, kit)
    auditRoutes(app, kit)
    return app
  },
})
