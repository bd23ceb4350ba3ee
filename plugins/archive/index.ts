import { definePlugin, type Ready } from 'weirjs'
import { content } from '../content/service.ts'
import { archiveCommand } from './command.ts'
import { ArchiveConfig } from './config.ts'
import { errorRules } from './errors.ts'
import { createCdxServer } from './providers/cdx-server.ts'
import { createMemento } from './providers/memento.ts'
import { createWayback } from './providers/wayback.ts'
import { archiveRoutes } from './routes/index.ts'
import { type ArchiveProvider, archiveProviders } from './service.ts'
import { type ArchiveState, setUp } from './state.ts'
import { remember } from './upstream/remember.ts'
import { pacesMigration } from './upstream/tables.ts'

/** A paused archive is healthy: its cached responses are still available. */
const health = ({ pause = 0 }: ArchiveProvider): Ready =>
  pause > 0 ? { ready: true, detail: `asks for a pause of ${Math.ceil(pause / 1000)} s` } : { ready: true }

const perMinute = (requests: number) => () => ({ perMinute: requests })

/** The archive plugin: earlier versions of pages, from web archives. */
export default definePlugin({
  name: 'archive',
  api: 1,
  tag: { name: 'Archive', description: 'Read earlier versions of pages from web archives.', order: 70 },
  config: ArchiveConfig,
  limits: {
    'archive-search': perMinute(60),
    'archive-snapshot': perMinute(30),
    'archive-availability': perMinute(120),
    'archive-timeline': perMinute(20),
  },
  errors: errorRules,
  requires: [content],
  wants: [archiveProviders],
  migrations: [pacesMigration],
  setup: setUp,
  provides: [
    archiveProviders.by(
      { name: 'primary_archive', order: 10, health },
      ({ config }, { parts, answers }: ArchiveState) =>
        remember('primary_archive', createWayback(config, parts), answers),
    ),
    archiveProviders.by(
      { name: 'secondary_archive', order: 20, health },
      ({ config }, { parts, answers }: ArchiveState) =>
        remember('secondary_archive', createCdxServer(config, parts), answers),
    ),
    archiveProviders.by({ name: 'memento', order: 30, health }, ({ config }, { parts, answers }: ArchiveState) =>
      remember('memento', createMemento(config, parts), answers),
    ),
  ],
  routes: archiveRoutes,
  async start(_, { sweeper }) {
    sweeper?.start()
  },
  async close(_, { sweeper }) {
    await sweeper?.close()
  },
  commands: [archiveCommand],
})
