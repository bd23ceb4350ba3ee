import type { Credits } from '../../credits/credits.ts'
import { ApiError } from '../../errors.ts'
import type { LockedJob } from '../locked-job.ts'
import type { RegisteredJob } from '../registry.ts'
import { type SavePorts, saveJob } from '../scheduling/schedule.ts'
import { type DeletePorts, deleteJob } from '../store/delete-job.ts'
import { isSeeding } from '../store/job-row.ts'
import { lockJob } from '../store/statements/jobs.ts'
import type { JobRow } from '../store/tables.ts'
import { type AddItemsPorts, addItems } from './add-items.ts'
import type { ItemSource } from './item-source.ts'

/** Items that are stored in one transaction, and characters of their values. Other writers wait for it. */
export const BATCH = 1000
const BUDGET = 1024 * 1024
/** Milliseconds without progress after which a job whose items are being stored is abandoned. */
const LEASE = 5 * 60_000

export interface SeedPorts extends AddItemsPorts, SavePorts, DeletePorts {
  credits: Credits
}

/** Stores as many items as fit into one transaction. The job does not begin while others are left. */
export async function seedBatch(ports: SeedPorts, locked: LockedJob, source: ItemSource) {
  const { tx, job } = locked
  source.take(await addItems(ports, locked, await source.peek(BATCH), BUDGET))
  if (source.isEmpty) return
  job.wake_at = ports.clock.now() + LEASE
  saveJob(ports, tx, job)
}

/** Stores the remaining items of a job, and then accepts it. On failure nothing is left of the job. */
export async function seedRest(
  ports: SeedPorts,
  { n }: JobRow,
  registered: RegisteredJob,
  source: ItemSource,
  accept: (locked: LockedJob) => Promise<JobRow>,
): Promise<JobRow> {
  try {
    for (;;) {
      await source.peek(BATCH)
      const job = await ports.store.write(
        async (tx) => {
          source.rewind()
          const job = await tx.get(lockJob, n)
          if (!job || !isSeeding(job) || job.ending !== null)
            throw new ApiError('cancelled', 'The job was ended while its items were stored')
          const locked = { tx, job, registered }
          await seedBatch(ports, locked, source)
          return source.isEmpty ? accept(locked) : job
        },
        // The last transaction is as durable as all before it together.
        { durable: source.fitsIn(BATCH) },
      )
      source.commit()
      if (source.isEmpty) return job
    }
  } catch (error) {
    await abandonJob(ports, n)
    throw error
  }
}

/** Deletes a job that was never accepted, because its items could not be stored or the process was killed. */
export async function abandonJob(ports: SeedPorts, n: number) {
  const isAbandoned = await ports.store.write(
    async (tx) => {
      const job = await tx.get(lockJob, n)
      if (!job || !isSeeding(job)) return false
      await ports.credits.within(tx).release(job.account, job.id)
      return true
    },
    { reserved: true },
  )
  if (!isAbandoned) return
  ports.knownKeys.forget(n)
  await deleteJob(ports, n)
}
