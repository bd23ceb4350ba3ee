import { type Static, t } from 'weirjs'

/** What pages are got with, and what is made of each, as a job is started with it. */
export const PageInput = t.Object({
  schema: t.Unsafe<Record<string, unknown>>(t.Unknown()),
  prompt: t.Optional(t.String()),
  model: t.Optional(t.String()),
  temperature: t.Optional(t.Number()),
  /** Milliseconds for one page, or for all of a single extraction. */
  timeout: t.Number(),
  /** Days. */
  maxAge: t.Optional(t.Number()),
  removeNoise: t.Optional(t.Boolean()),
  optimizeForLLM: t.Optional(t.Boolean()),
  preserveStructure: t.Optional(t.Boolean()),
  evidence: t.Optional(t.Boolean()),
  dropUnsupported: t.Optional(t.Boolean()),
})
export type PageInput = Static<typeof PageInput>
