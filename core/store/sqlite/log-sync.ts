import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { storageError } from '../storage-error.ts'

const syncData = promisify(fdatasync)

/**
 * Syncs SQLite's log to the disk on a thread of the runtime: SQLite's own sync (`synchronous=FULL`) blocks the event
 * loop for as long as the disk takes.
 */
export class LogSync {
  readonly #log: string
  #descriptor: number | undefined

  /** `file` is a database in WAL mode, which must stay open meanwhile. */
  constructor(file: string) {
    this.#log = `${file}-wal`
  }

  /** Throws 503 `storage_unavailable` if the disk fails: a power cut may then lose what was committed. */
  async sync() {
    try {
      this.#descriptor ??= openSync(this.#log, 'r')
      await syncData(this.#descriptor)
    } catch (error) {
      throw storageError('storage_unavailable', error)
    }
  }

  close() {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
