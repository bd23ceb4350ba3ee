import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Log } from '../../log.ts'

/**
 * Records this worker in the data directory, and returns the id of the previous one. As this process has locked the
 * directory, that one is dead, and its items need not wait until their leases expire. If the file cannot be used, the
 * log says so, and they wait.
 */
export function replacePredecessor(dataDir: string, workerId: string, log: Log): string | undefined {
  const file = join(dataDir, 'worker')
  let predecessor: string | undefined
  try {
    predecessor = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    const unfinished = `${file}.part`
    writeFileSync(unfinished, workerId, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    log.warn('The id of this worker cannot be stored: change the owner of the file, or make room on its disk', {
      file,
      cause: describeError(error),
    })
  }
  return predecessor
}
