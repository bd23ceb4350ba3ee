import type { TSchema } from '@sinclair/typebox'
import type { JobDefinition } from '../contracts/jobs/job.ts'

/** Gives the definition of a job as it is, and types its functions. */
export const defineJob = <I extends TSchema, T extends TSchema, R, C = unknown, F = never, S = unknown>(
  definition: JobDefinition<I, T, R, C, F, S>,
) => definition
