import type { Kit, Sweeper } from 'weirjs'
import { type Content, content } from '../content/service.ts'
import type { ArchiveConfig } from './config.ts'
import { Answers } from './upstream/answers.ts'
import type { AskParts } from './upstream/ask.ts'
import { createGovernor } from './upstream/governor.ts'
import { createPaceSweeper } from './upstream/shared-pace.ts'

/** What the archives of this plugin share. */
export interface ArchiveState {
  /** How archives are requested. */
  parts: AskParts
  answers: Answers
  content: Content
  /** Present if processes share the store. */
  sweeper: Sweeper | undefined
}

export function setUp(kit: Kit<ArchiveConfig>): ArchiveState {
  const { config, clock, operatorFetch } = kit
  return {
    parts: { governor: createGovernor(config, kit), clock, operatorFetch, contact: config.contact },
    answers: new Answers({ maxBytes: config.cacheBytes, clock }),
    content: kit.use(content),
    sweeper: kit.store.dialect === 'sqlite' ? undefined : createPaceSweeper(kit),
  }
}
