import type { Kit, Socket } from 'weirjs'
import { messageOf } from '../errors.ts'
import type { Api } from '../page/shape.ts'
import { readEntries } from './read-results.ts'
import type { StartedJob } from './started-jobs.ts'
import { showStatus } from './status.ts'

/** The most bytes of a result whose document is sent: this much waits in memory for each slow watcher. */
const MAX_DOCUMENT = 2 * 1024 * 1024

/**
 * Sends the events of a job to a watcher: its state, each page as it is scraped, and the end. Returns the reason for
 * closing, which clients read as a message too.
 */
export async function watch(
  kit: Pick<Kit, 'jobs' | 'files'>,
  job: StartedJob,
  { socket, origin, api }: { socket: Socket; origin: string; api: Api },
): Promise<string> {
  const say = (message: unknown) => socket.send(JSON.stringify(message))
  const { record, shape } = job
  let after = 0
  /** Sends new pages up to the first missing one, so that they arrive in order. */
  const tellNew = async (isOver = false) => {
    for await (const entry of readEntries(kit, record, { shape, origin, after })) {
      if (!isOver && entry.position !== after + 1) return
      after = entry.position
      const document = await (entry.bytes > MAX_DOCUMENT ? entry.short() : entry.document())
      if (document) await say({ type: 'document', data: document })
      socket.signal.throwIfAborted()
    }
  }
  // The state has no pages, which follow one by one, as a single frame should not contain them all.
  await say({ type: 'catchup', data: showStatus(running(job), { documents: [], next: null }, api) })
  await tellNew()
  for await (const event of kit.jobs.events(record.account, record.id, record.events, socket.signal))
    if (event.type === 'item') await tellNew()
  await tellNew(true)
  const last = { ...job, record: await kit.jobs.get(record.account, record.id) }
  const { status, error } = last.record
  if (status === 'failed') await say({ type: 'error', error: error ? messageOf(error) : 'It failed' })
  else await say({ type: 'done', data: showStatus(last, { documents: [], next: null }, api) })
  return JSON.stringify({ type: 'close' })
}

/** A watcher stops at the first state of an ended job, before it has read the pages. */
const running = (job: StartedJob): StartedJob => ({ ...job, record: { ...job.record, status: 'running' } })
