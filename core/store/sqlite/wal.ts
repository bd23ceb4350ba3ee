import { closeSync, fdatasync, openSync } from 'node:fs'

/** The log that SQLite writes each commit to, as far as the disk has it. */
export interface Wal {
  /** Resolves when the disk has all that has been committed; others go on meanwhile. Throws when the disk failed. */
  sync(): Promise<void>
  close(): void
}

export type OpenWal = (file: string) => Wal

/**
 * Opens the log of a database that is open already. SQLite's own wait for the disk (`synchronous=FULL`) does the
 * same, and stops the whole process for as long as it takes: milliseconds, where others use the disk too.
 */
export const openWal: OpenWal = (file) => {
  const log = openSync(`${file}-wal`, 'r+')
  return {
    sync: () => new Promise((resolve, reject) => fdatasync(log, (error) => (error ? reject(error) : resolve()))),
    close: () => closeSync(log),
  }
}
