import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, type Log } from '../log.ts'

const MIB = 1 << 20
/** The size of the reserve in bytes. */
const RESERVE = 16 * MIB
/** Bytes that must be free beyond the reserve before it is recreated, so that the next write does not use it up. */
const MARGIN = 4 * MIB
/** Bytes of it that a start on a full disk gets: for its lock, and for opening the store. */
const SHARE = MIB
/** Milliseconds between two checks of a full disk, and from the start to the first one. */
const CHECK_EVERY = 2_000

/**
 * Free bytes below which a disk is full for the store: for memory-mapped files, SQLite reports only that a write
 * failed.
 */
const FULL_BELOW = 64 << 10

const reserveIn = (dataDir: string) => join(dataDir, 'reserve')
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Releases a part of the reserve for a start that has found the disk full; false if there is none. */
export function giveShare(dataDir: string): boolean {
  const file = reserveIn(dataDir)
  const size = sizeOf(file)
  if (size > 0) truncateSync(file, Math.max(0, size - SHARE))
  return size > 0
}

/** Whether the disk of a data directory is full. */
export function isDiskFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < FULL_BELOW
}

export interface DiskReserveOptions {
  dataDir: string
  log: Log
  /** Returns space that the store no longer needs to the disk. */
  shrink: () => Promise<void>
}

/**
 * Disk space reserved for when the disk is full: a file of 16 MiB that is then deleted, as even a DELETE needs space.
 * Until the file can be recreated, the store accepts only writes that may use the reserve.
 */
export class DiskReserve {
  readonly #file: string
  readonly #options: DiskReserveOptions
  #full = false
  #closed = false
  #warned = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #making: Promise<void> = Promise.resolve()

  constructor(options: DiskReserveOptions) {
    this.#options = options
    this.#file = reserveIn(options.dataDir)
  }

  /** Whether the disk is full, so that only the space of the reserve is left. */
  get full() {
    return this.#full
  }

  /**
   * Creates the reserve if it is missing or was partly released, with a delay: neither a start nor a short command
   * should wait for it.
   */
  open() {
    if (!this.#full && sizeOf(this.#file) < RESERVE) this.#scheduleCheck()
  }

  /** Releases the reserve: a write has found the disk full. */
  lost() {
    if (this.#full) return
    this.#full = true
    rmSync(this.#file, { force: true })
    this.#options.log.error('The disk is full: only deletions are written until there is room again')
    this.#scheduleCheck()
  }

  async close() {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#making
  }

  #scheduleCheck() {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // The disk may become full while the reserve is being written, and two runs would write the same file.
      this.#making = this.#making.then(() => this.#check())
    }, CHECK_EVERY)
    this.#timer.unref?.()
  }

  async #check() {
    try {
      if (this.#full) await this.#options.shrink()
      const { bavail, bsize } = await statfs(this.#options.dataDir)
      if (bavail * bsize >= RESERVE + MARGIN) {
        await this.#make()
        if (this.#full) this.#options.log.info('There is room on the disk again')
        this.#full = false
        this.#warned = false
        return
      }
    } catch (error) {
      // Once: what fails now will usually fail again at the next check.
      if (!this.#warned)
        this.#options.log.warn('Room on the disk could not be set aside', { error: describeError(error) })
      this.#warned = true
    }
    // On a disk that is too small for a reserve from the start, but not full, no further attempt is made.
    if (this.#full) this.#scheduleCheck()
  }

  async #make() {
    const unfinished = `${this.#file}.part`
    try {
      const file = await open(unfinished, 'w', 0o600)
      try {
        // Random, because a compressing file system would reserve nothing for zeros.
        for (let written = 0; written < RESERVE; written += MIB) await file.write(randomBytes(MIB))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, this.#file)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}
