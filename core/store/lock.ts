import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'
import { makeDataDir, makePrivateFile } from './data-dir.ts'
import type { Driver } from './sqlite/driver.ts'
import { isLocked } from './sqlite/errors.ts'
import { loadDriver } from './sqlite/load-driver.ts'

/** Milliseconds for two processes that start together to settle who is first. */
const SETTLE = 300
/**
 * Kept from the garbage collector, which would close the file and so drop the lock of a caller that forgets its
 * handle.
 */
const held = new Set<Driver>()

/** The process that uses a data directory. */
export interface Holder {
  pid: number
  /** Where it answers HTTP, once it does: `http://127.0.0.1:3000`. */
  address?: string
  /** What commands of the same user present there. */
  token?: string
}

export interface HeldLock {
  held: true
  /** Lets other commands find this server, and act on it. The file is for its owner alone. */
  publish(address: string, token: string): void
  release(): void
}

/**
 * Takes a data directory for this process: one server, or one command, at a time. A killed process leaves no lock
 * behind, because it is SQLite's own lock on an open file; the system drops it. Makes the directory where it is
 * missing.
 */
export async function lockDataDir(dataDir: string): Promise<HeldLock | { held: false; holder?: Holder }> {
  const about = join(dataDir, 'server.json')
  const file = join(dataDir, 'lock.db')
  const open = await loadDriver()
  let driver: Driver
  try {
    makeDataDir(dataDir)
    makePrivateFile(file)
    driver = open(file)
    if (!take(driver)) {
      driver.close()
      return { held: false, holder: readHolder(about) }
    }
    held.add(driver)
    writeHolder(about, { pid: process.pid })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new SettingError(
      `WEIR_DATA_DIR: ${dataDir} cannot be written (${why}): change its owner, or choose another directory`,
    )
  }
  return {
    held: true,
    publish: (address, token) => writeHolder(about, { pid: process.pid, address, token }),
    release() {
      rmSync(about, { force: true })
      driver.exec('ROLLBACK')
      driver.close()
      held.delete(driver)
    },
  }
}

function take(driver: Driver): boolean {
  try {
    driver.exec(`PRAGMA busy_timeout = ${SETTLE}`)
    driver.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (isLocked(error)) return false
    throw error
  }
}

function writeHolder(file: string, holder: Holder) {
  const unfinished = `${file}.part`
  writeFileSync(unfinished, JSON.stringify(holder), { mode: 0o600 })
  renameSync(unfinished, file)
}

/** A holder that has just begun has written nothing yet. */
function readHolder(file: string): Holder | undefined {
  try {
    const { pid, address, token } = JSON.parse(readFileSync(file, 'utf8'))
    return { pid, address, token }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
