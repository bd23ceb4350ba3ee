import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Log } from '../../log.ts'

/**
 * Writes down who works in this data directory, and gives who did before. As the directory is locked by this process,
 * that one is dead, and what it had under way need not wait until its leases expire. A file that cannot be used is
 * told to the operator and keeps nobody from working: leases expire by themselves.
 */
export function takePlace(dataDir: string, workerId: string, log: Log): string | undefined {
  const file = join(dataDir, 'worker')
  let predecessor: string | undefined
  try {
    predecessor = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    const unfinished = `${file}.part`
    writeFileSync(unfinished, workerId, { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    log.warn('Who works here cannot be written down: change the owner of the file, or make room on its disk', {
      file,
      cause: describeError(error),
    })
  }
  return predecessor
}
