import type { Accounts } from '../contracts/accounts.ts'
import type { Jobs } from '../contracts/jobs/jobs.ts'
import { notFound } from '../errors.ts'
import type { Store } from '../store/index.ts'
import type { EventReader } from './events/reader.ts'
import { type CancelPorts, cancelJob } from './lifecycle/cancel.ts'
import { PARALLEL, type StartPorts, startJob } from './lifecycle/start.ts'
import type { JobRecords } from './records/records.ts'
import { type Durations, timeFor } from './scheduling/durations.ts'
import { hostLimits } from './scheduling/host-limits.ts'
import type { Inputs } from './store/inputs.ts'
import { readResults } from './store/results.ts'
import { lockJob } from './store/statements/jobs.ts'
import { readStored } from './store/stored-result.ts'
import type { JobRow } from './store/tables.ts'

export interface JobsServicePorts extends StartPorts, CancelPorts {
  durations: Durations
  inputs: Inputs
  records: JobRecords
  reader: EventReader
  plan: Accounts['plan']
  /** Items that this process runs at once. */
  concurrency: number
}

/** Jobs as the kit offers them to plugins. */
export function createJobsService(ports: JobsServicePorts): Jobs {
  const { store, registry, records, reader, inputs, durations, concurrency } = ports

  return {
    async start(definition, account, input, options) {
      const registered = registry.get(definition.name)
      if (registered?.definition !== definition)
        throw new Error(`No loaded plugin has the job ${definition.name} in its jobs`)
      if (options.idempotency?.jobId !== undefined) return records.get(account.id, options.idempotency.jobId)
      const request = { account, plan: ports.plan(account), input, options }
      return records.toRecord(await startJob(ports, registered, request))
    },
    get: records.get,
    list: records.list,
    types: () => [...new Set([...registry.values()].map(({ type }) => type))].sort(),
    count: records.count,
    async cancel(accountId, jobId) {
      const { n } = await records.find(accountId, jobId)
      const row = await store.write(
        async (tx) => {
          const locked = await tx.get(lockJob, n)
          if (!locked) throw notFound('job', jobId)
          return cancelJob(ports, tx, locked)
        },
        { reserved: true },
      )
      return records.toRecord(row)
    },
    input: async (accountId, jobId) => inputs.read(await records.find(accountId, jobId)),
    async results(accountId, jobId, { after = 0, limit }) {
      const { n } = await records.find(accountId, jobId)
      return readResults(store, n, { after, limit })
    },
    async *stored(accountId, jobId, after = 0) {
      const { n } = await records.find(accountId, jobId)
      yield* readStored(store, n, after)
    },
    fits: async (accountId, jobId, bytes) => resultsFit(store, await records.find(accountId, jobId), bytes),
    events: reader.events,
    waitForEnd: reader.waitForEnd,
    estimateDuration(definition, input, items) {
      const item = durations.of(definition.name)
      const parallel = Math.min(definition.parallel?.(input) ?? PARALLEL, concurrency)
      return timeFor(items, { item, parallel, spacing: definition.spacing?.(input) ?? 0 })
    },
    setHostPolicy: (host, policy) =>
      store.write((tx) => hostLimits.setPolicy(tx, host, policy, ports.clock.now()), { durable: false, patient: true }),
  }
}

async function resultsFit(store: Store, { n }: JobRow, bytes: number): Promise<boolean> {
  let size = 0
  for await (const result of readStored(store, n, 0)) {
    size += result.size
    if (size > bytes) return false
  }
  return true
}
