import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'
import { makeDataDir, makePrivateFile } from './data-dir.ts'
import { giveShare } from './disk-reserve.ts'
import type { Driver, OpenDriver } from './sqlite/driver.ts'
import { isLocked, toStoreError } from './sqlite/errors.ts'
import { loadDriver } from './sqlite/load-driver.ts'
import { isStorageFull } from './storage-error.ts'

/** Milliseconds within which two processes that start together agree on which was first. */
const SETTLING_TIME = 300
/**
 * Keeps handles from the garbage collector, which would close the file and so drop the lock of a caller that forgets
 * its handle.
 */
const held = new Set<Driver>()

/** The process that uses a data directory. */
export interface Holder {
  pid: number
  /** Where it serves HTTP, once it does: `http://127.0.0.1:3000`. */
  address?: string
  /** The credential that commands of the same user send there. */
  token?: string
}

export interface HeldLock {
  held: true
  /** Lets other commands find this server and act on it. Only its owner can read the file. */
  publish(address: string, token: string): void
  release(): void
}

/**
 * Locks a data directory for this process: one server or one command at a time. A killed process leaves no lock
 * behind, because it is SQLite's own lock on an open file, which the system drops. Creates the directory if it is
 * missing.
 */
export async function lockDataDir(dataDir: string): Promise<HeldLock | { held: false; holder?: Holder }> {
  const open = await loadDriver()
  try {
    return lock(dataDir, open)
  } catch (error) {
    if (!isFull(error) || !giveShare(dataDir)) throw refusal(dataDir, error)
  }
  try {
    return lock(dataDir, open)
  } catch (error) {
    throw refusal(dataDir, error)
  }
}

function lock(dataDir: string, open: OpenDriver): HeldLock | { held: false; holder?: Holder } {
  const about = join(dataDir, 'server.json')
  const file = join(dataDir, 'lock.db')
  makeDataDir(dataDir)
  makePrivateFile(file)
  const driver = open(file)
  try {
    if (!take(driver)) {
      const holder = readHolder(about)
      driver.close()
      return { held: false, holder }
    }
    writeHolder(about, { pid: process.pid })
    held.add(driver)
  } catch (error) {
    driver.close()
    throw error
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

function refusal(dataDir: string, error: unknown): SettingError {
  const { code, message } = error as NodeJS.ErrnoException
  return new SettingError(`WEIR_DATA_DIR: ${dataDir} cannot be written (${code ?? message}): ${remedyOf(error)}`)
}

/** How the operator can make the directory writable. */
function remedyOf(error: unknown): string {
  if (isFull(error)) return 'its disk is full, so make room there'
  if ((error as NodeJS.ErrnoException).code === 'EROFS')
    return 'its file system is read-only, so mount it for writing, or choose another directory'
  return 'change its owner, or choose another directory'
}

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') || isStorageFull(toStoreError(error))

function take(driver: Driver): boolean {
  try {
    driver.exec(`PRAGMA busy_timeout = ${SETTLING_TIME}`)
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

/** A holder that has just started has written nothing yet. */
function readHolder(file: string): Holder | undefined {
  try {
    const { pid, address, token } = JSON.parse(readFileSync(file, 'utf8'))
    return { pid, address, token }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
