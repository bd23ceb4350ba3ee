/** What plugins may use of the jobs. */

export * from '../contracts/job.ts'
export type { JobCounts, JobFilter, Jobs } from '../contracts/jobs.ts'
export type { Consumer, Message, Tried } from '../outbox/message.ts'
export type { Outbox } from '../outbox/outbox.ts'
export { frame, type JobStreams, type StreamFormat } from './events/streams.ts'
export type { JobKeeper, JobWebhook, StartOptions } from './lifecycle/start.ts'
export { inWords } from './scheduling/durations.ts'
export type { Turn, Turns } from './scheduling/fair-queue.ts'
export type { Pace } from './scheduling/host-limits.ts'
export type { ResultEntry } from './store/results.ts'
export { LongText, type StoredResult } from './store/stored-result.ts'
