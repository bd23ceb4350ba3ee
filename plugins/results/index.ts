import { definePlugin } from 'weirjs'
import { resultsCommand } from './command.ts'
import { fileRoutes } from './download.ts'
import { readRoute } from './read.ts'

/** Results of ended jobs: to read, and as files. */
export default definePlugin({
  name: 'results',
  api: 1,
  tag: { name: 'Results', description: 'What jobs gave, to read and as files.', order: 90 },

  routes(app, kit) {
    readRoute(app, kit)
    fileRoutes(app, kit)
    return app
  },

  commands: [resultsCommand],
})
