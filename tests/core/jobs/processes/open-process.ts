import type { AnyJob } from 'weirjs'
import { takePlace } from '../../../../core/jobs/worker/predecessor.ts'
import { openJobs } from '../open-jobs.ts'

export interface ProcessOptions {
  databaseUrl: string
  /** Its own, as of a machine; a process that comes after another in it takes that one's place. */
  dataDir: string
  concurrency?: number
  /** The process before it in the directory crashed. */
  crashed?: boolean
}

/** A process at work on the jobs of a database, one of several. */
export async function openProcess(
  kinds: readonly AnyJob[],
  { databaseUrl, dataDir, concurrency, crashed }: ProcessOptions,
) {
  const world = await openJobs(kinds, { databaseUrl, dataDir, concurrency, works: false })
  await world.start({ crashed, predecessor: takePlace(dataDir, world.workerId, world.log) })
  return world
}
