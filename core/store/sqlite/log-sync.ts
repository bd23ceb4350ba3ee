import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { storageError } from '../storage-error.ts'

const syncData = promisify(fdatasync)

/**
 * Brings what SQLite has appended to its log to the disk, on a thread of the runtime: SQLite's own way
 * (`synchronous=FULL`) stops the event loop for as long as the disk takes.
 */
export class LogSync {
  readonly #log: string
  #descriptor: number | undefined

  /** `file`: the database in WAL mode, which stays open meanwhile. */
  constructor(file: string) {
    this.#log = `${file}-wal`
  }

  /** Throws 503 `storage_unavailable` where the disk fails: what was committed may then be lost by a power cut. */
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
