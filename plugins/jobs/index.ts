import { definePlugin } from 'weirjs'
import { jobStats } from '../account/service.ts'
import { fileRoutes } from './files.ts'
import { jobRoutes } from './jobs.ts'
import { health, queueRoutes } from './queues.ts'

/** Jobs of every kind, their results and files, and the queue. */
export default definePlugin({
  name: 'jobs',
  api: 1,
  tag: {
    name: 'Jobs',
    description: 'Jobs of every kind: how far they are, what they gave, and ending them.',
    order: 60,
  },
  provides: [
    jobStats.by(({ jobs, store }) => ({
      async total() {
        const { byStatus, scheduled } = await jobs.count(undefined)
        return Object.values(byStatus).reduce((sum, count) => sum + count, scheduled)
      },
      health: async () => health(await jobs.count(undefined), store),
    })),
  ],

  routes(app, kit) {
    jobRoutes(app, kit)
    queueRoutes(app, kit)
    fileRoutes(app, kit)
    return app
  },
})
