import { definePlugin } from 'weirjs'
import { fileRoutes } from './files.ts'
import { jobRoutes } from './jobs.ts'
import { queueRoutes } from './queues.ts'
import { queuesCommand } from './queues-command.ts'

/** The jobs plugin: jobs of every kind, their results and files, and the queue. */
export default definePlugin({
  name: 'jobs',
  api: 1,
  tag: {
    name: 'Jobs',
    description: 'Jobs of every kind: their progress, their results and how to cancel them.',
    order: 60,
  },
  permissions: [],

  commands: [queuesCommand],

  routes(app, kit) {
    jobRoutes(app, kit)
    queueRoutes(app, kit)
    fileRoutes(app, kit)
    return app
  },
})
