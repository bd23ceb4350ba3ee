import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../../config.ts'
import { whyUnusable } from './errors.ts'
import { loadDriver } from './load-driver.ts'

/** Milliseconds to wait for another process that has locked the file. */
const LOCK_TIMEOUT = 5_000
/** SQLite's result for an intact file. */
const INTACT = 'ok'

/**
 * Reads a whole store, which a server may be using, and checks it for corruption: a start reads little of it. Returns
 * a description, or undefined if there is none. Throws SettingError with a remedy if it is corrupted.
 */
export async function checkSqliteStore(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, 'weir.db')
  if (!existsSync(file)) return undefined
  const found = String(await quickCheck(file)).replace(/\s+/g, ' ')
  if (found !== INTACT)
    throw new SettingError(`WEIR_DATA_DIR: ${file} is damaged: ${found}; restore a backup into another data directory`)
  return `${file}, ${(sizeOf(file) / 1024 ** 2).toFixed(1)} MiB, whole`
}

/** In bytes, including those that a server has not moved into the file yet. */
const sizeOf = (file: string) =>
  [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0)

async function quickCheck(file: string): Promise<unknown> {
  const open = await loadDriver()
  try {
    const driver = open(file)
    try {
      driver.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT}`)
      driver.exec('PRAGMA query_only = ON')
      const [first] = driver.prepare('PRAGMA quick_check(1)').all([])
      return first?.quick_check
    } finally {
      driver.close()
    }
  } catch (error) {
    const why = whyUnusable(error)
    throw why === undefined ? error : new SettingError(`WEIR_DATA_DIR: ${file} cannot be used: ${why}`)
  }
}
