import type { Kit } from 'weirjs'
import { type Content, content } from '../content/service.ts'
import type { ArchiveConfig } from './config.ts'
import { Answers } from './upstream/answers.ts'
import type { AskParts } from './upstream/ask.ts'
import { createGovernor } from './upstream/governor.ts'

/** What the archives of this plugin share. */
export interface ArchiveState {
  /** How archives are asked. */
  parts: AskParts
  answers: Answers
  content: Content
}

export function setUp({ config, clock, operatorFetch, ...kit }: Kit<ArchiveConfig>): ArchiveState {
  return {
    parts: { governor: createGovernor(config, clock), clock, operatorFetch, contact: config.contact },
    answers: new Answers({ maxBytes: config.cacheBytes, clock }),
    content: kit.use(content),
  }
}
