import type { Clock } from '../../clock.ts'
import type { JobFilter } from '../../contracts/jobs/jobs.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../id.ts'
import { type Store, statement } from '../../store/index.ts'
import { findJob } from '../store/statements/jobs.ts'
import type { JobRow } from '../store/tables.ts'
import { countJobs } from './count-jobs.ts'
import { listJobs } from './list-jobs.ts'
import { createToRecord, type ToRecordPorts } from './to-record.ts'

const DAY = 86_400_000

const openJobs = statement<[account: string], { n: number }>((db, [account]) =>
  db.selectFrom('jobs').select('n').where('account', '=', account).where('ended_at', 'is', null),
)

export interface RecordPorts extends ToRecordPorts {
  store: Store
  clock: Clock
  /** Days for which ended jobs are kept; 0 for ever. */
  retentionDays: number
}

/** Reads jobs. Ids of other accounts' jobs are unknown. */
export type JobRecords = ReturnType<typeof createJobRecords>

export function createJobRecords(ports: RecordPorts) {
  const { store, clock, registry, retentionDays } = ports
  const toRecord = createToRecord(ports)
  const cutoff = () => (retentionDays === 0 ? 0 : clock.now() - retentionDays * DAY)
  const isKept = ({ ended_at }: JobRow) => ended_at === null || ended_at > cutoff()

  const find = async (accountId: string, jobId: string): Promise<JobRow> => {
    const row = isId('job', jobId) ? await store.get(findJob, jobId) : undefined
    if (!row || row.account !== accountId || !isKept(row)) throw notFound('job', jobId)
    return row
  }

  return {
    find,
    get: async (accountId: string, jobId: string) => toRecord(await find(accountId, jobId)),
    toRecord,
    async list(accountId: string | undefined, filter: JobFilter) {
      const { page, nextCursor } = await listJobs({ store, registry, endedAfter: cutoff() }, accountId, filter)
      return { jobs: page.map(toRecord), nextCursor }
    },
    count: (accountId: string | undefined) => countJobs(store, clock, accountId),
    open: async (accountId: string) => (await store.all(openJobs, accountId)).map(({ n }) => n),
  }
}
