import { definePlugin } from 'weirjs'
import { content } from '../content/service.ts'
import { differ, scraper } from '../scrape/service.ts'
import { monitorsCommand } from './command.ts'
import { diffTask } from './compare/diff-task.ts'
import { NOTICES } from './options/notifications.ts'
import { monitorsOfAccount } from './plan-fields.ts'
import { feedRoutes } from './routes/feed.ts'
import { manageRoutes } from './routes/manage.ts'
import { runRoutes } from './routes/runs.ts'
import { transferRoutes } from './routes/transfer.ts'
import { consumeNotices } from './run/consume-notices.ts'
import { runJob } from './run/run-job.ts'
import { badSchedule } from './schedule.ts'
import { monitorBodies } from './schema.ts'
import { notifiers } from './service.ts'
import { type MonitorsState, setUp } from './state.ts'
import { migrations } from './store/tables.ts'

/** Watches pages by a schedule, and reports changes. */
export default definePlugin({
  name: 'monitors',
  api: 1,
  tag: { name: 'Monitors', description: 'Watch pages on a schedule and report changes.', order: 80 },
  planFields: [monitorsOfAccount],
  errors: { invalid: { schedule: badSchedule } },
  migrations,
  requires: [content, scraper],
  wants: [notifiers],
  setup: setUp,
  provides: [
    differ.by((_, { content }: MonitorsState) => ({
      diff: async (before, now, context) => JSON.parse(await content.run(() => diffTask(before, now), context)),
    })),
  ],
  jobs: [runJob],
  commands: [monitorsCommand],

  routes(app, kit, state) {
    const bodies = monitorBodies(kit.engines.names, state.notifiers.targets)
    manageRoutes(app, kit, state, bodies)
    runRoutes(app, kit, state)
    transferRoutes(app, kit, state, bodies)
    feedRoutes(app, kit, state)
    return app
  },

  start(kit, state: MonitorsState) {
    kit.outbox.consume(NOTICES, consumeNotices(state))
    state.scheduler.start()
    state.sweeper.start()
  },
  async close(_, { scheduler, sweeper }) {
    await scheduler.close()
    await sweeper.close()
  },
})
