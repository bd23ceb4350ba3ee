import type { AnyJob } from 'weirjs'
import { replacePredecessor } from '../../../../core/jobs/worker/predecessor.ts'
import { openJobs } from '../open-jobs.ts'

export interface ProcessOptions {
  databaseUrl: string
  /** Its own directory, like one machine's; a later process with the same directory takes its place. */
  dataDir: string
  concurrency?: number
  /** Whether the previous process in the directory crashed. */
  crashed?: boolean
}

/** One of several processes at work on the jobs of a database. */
export async function openProcess(
  kinds: readonly AnyJob[],
  { databaseUrl, dataDir, concurrency, crashed }: ProcessOptions,
) {
  const world = await openJobs(kinds, { databaseUrl, dataDir, concurrency, works: false })
  await world.start({ crashed, predecessor: replacePredecessor(dataDir, world.workerId, world.log) })
  return world
}
