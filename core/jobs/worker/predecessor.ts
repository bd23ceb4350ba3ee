import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes down who works in this data directory, and gives who did before. As the directory is locked by this process,
 * that one is dead, and what it had under way need not wait until its leases expire.
 */
export function takePlace(dataDir: string, workerId: string): string | undefined {
  const file = join(dataDir, 'worker')
  const predecessor = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const unfinished = `${file}.part`
  writeFileSync(unfinished, workerId, { mode: 0o600 })
  renameSync(unfinished, file)
  return predecessor
}
