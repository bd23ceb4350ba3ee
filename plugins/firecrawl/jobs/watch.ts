import type { Kit, Socket } from 'weirjs'
import type { Api } from '../page/shape.ts'
import { readEntries } from './read-results.ts'
import type { StartedJob } from './started-jobs.ts'
import { showStatus } from './status.ts'

/** Bytes of a result whose document is sent: as much waits in memory for each watcher that reads slowly. */
const MAX_DOCUMENT = 2 * 1024 * 1024

/**
 * What a job's watcher is told: what is there, each page as it comes, and the end. Clients read the reason of the
 * close as a message too.
 */
export async function watch(
  kit: Pick<Kit, 'jobs' | 'files'>,
  job: StartedJob,
  { socket, origin, api }: { socket: Socket; origin: string; api: Api },
): Promise<string> {
  const say = (message: unknown) => socket.send(JSON.stringify(message))
  const { record, shape } = job
  let after = 0
  /** Tells of the pages that are new, as far as there is none missing before them: they come in their order then. */
  const tellNew = async (isOver = false) => {
    for await (const entry of readEntries(kit, record, { shape, origin, after })) {
      if (!isOver && entry.position !== after + 1) return
      after = entry.position
      const document = await (entry.bytes > MAX_DOCUMENT ? entry.short() : entry.document())
      if (document) await say({ type: 'document', data: document })
      socket.signal.throwIfAborted()
    }
  }
  // A state alone: the pages follow one by one, as a frame should not hold them all.
  await say({ type: 'catchup', data: showStatus(running(job), { documents: [], next: null }, api) })
  await tellNew()
  for await (const event of kit.jobs.events(record.account, record.id, record.events, socket.signal))
    if (event.type === 'item') await tellNew()
  await tellNew(true)
  const last = { ...job, record: await kit.jobs.get(record.account, record.id) }
  if (last.record.status === 'failed') await say({ type: 'error', error: last.record.error?.message ?? 'It failed' })
  else await say({ type: 'done', data: showStatus(last, { documents: [], next: null }, api) })
  return JSON.stringify({ type: 'close' })
}

/** A watcher ends at the first state that is an end, and has not read the pages then. */
const running = (job: StartedJob): StartedJob => ({ ...job, record: { ...job.record, status: 'running' } })
