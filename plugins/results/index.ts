import { definePlugin } from 'weirjs'
import { resultsCommand } from './command.ts'
import { fileRoutes } from './download.ts'
import { readRoute } from './read.ts'

/** The results plugin: results of ended jobs, as JSON or as files. */
export default definePlugin({
  name: 'results',
  api: 1,
  tag: { name: 'Results', description: 'Results of jobs, as JSON and as files.', order: 90 },

  routes(app, kit) {
    readRoute(app, kit)
    fileRoutes(app, kit)
    return app
  },

  commands: [resultsCommand],
})
