/** What plugins may use of the jobs. */
export { inWords } from './durations.ts'
export type { Pace } from './hosts.ts'
export type { JobCounts, JobFilter, Jobs } from './index.ts'
export * from './job.ts'
export type { Consumer, Message, Outbox, Tried } from './outbox.ts'
export type { ResultEntry } from './results.ts'
export type { JobKeeper, JobWebhook, StartOptions } from './start.ts'
export { frame, type JobStreams, type StreamFormat } from './streams.ts'
