/** Moves the log into the file whenever it is asked to, on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadDriver } from './load-driver.ts'

/** Each is answered once it is done. */
export type CheckpointRequest = 'checkpoint' | 'close'

const port = parentPort!
const driver = (await loadDriver())(workerData as string)
// Syncs the log before and the file after pages are moved.
driver.exec('PRAGMA synchronous = NORMAL')
const checkpoint = driver.prepare('PRAGMA wal_checkpoint(PASSIVE)')

/** The number of frames that the log had; undefined if the disk failed, as the next attempt may succeed. */
function run(): unknown {
  try {
    return checkpoint.all([])[0]!.log
  } catch {
    return undefined
  }
}

port.on('message', (request: CheckpointRequest) => {
  if (request === 'close') driver.close()
  port.postMessage(request === 'checkpoint' ? run() : undefined)
})
