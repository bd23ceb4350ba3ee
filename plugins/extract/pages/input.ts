import { type Static, t } from 'weirjs'

/** How pages are fetched and what is made of each: part of a job's input. */
export const PageInput = t.Object({
  schema: t.Unsafe<Record<string, unknown>>(t.Unknown()),
  prompt: t.Optional(t.String()),
  model: t.Optional(t.String()),
  temperature: t.Optional(t.Number()),
  /** Milliseconds for one page, or for a whole single extraction. */
  timeout: t.Number(),
  /** In days. */
  maxAge: t.Optional(t.Number()),
  removeNoise: t.Optional(t.Boolean()),
  optimizeForLLM: t.Optional(t.Boolean()),
  preserveStructure: t.Optional(t.Boolean()),
  evidence: t.Optional(t.Boolean()),
  dropUnsupported: t.Optional(t.Boolean()),
})
export type PageInput = Static<typeof PageInput>
