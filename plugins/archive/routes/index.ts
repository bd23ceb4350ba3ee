import type { Kit, PluginApp } from 'weirjs'
import type { ArchiveConfig } from '../config.ts'
import type { ArchiveState } from '../state.ts'
import { availabilityRoute } from './availability.ts'
import { createParts } from './parts.ts'
import { searchRoute } from './search.ts'
import { snapshotRoute } from './snapshot.ts'
import { timelineRoute } from './timeline.ts'

/** Source: spec section 4.11. */
export function archiveRoutes(app: PluginApp, kit: Kit<ArchiveConfig>, { content }: ArchiveState) {
  const parts = createParts(kit, content)
  for (const route of [searchRoute, snapshotRoute, availabilityRoute, timelineRoute]) route(app, parts)
  return app
}
