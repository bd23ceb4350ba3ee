import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, type Log } from '../log.ts'

const MIB = 1 << 20
/** Bytes set aside. */
const RESERVE = 16 * MIB
/** Bytes that must be free beyond the reserve before it is made again, so that it is not lost at the next write. */
const MARGIN = 4 * MIB
/** Bytes of it that a start on a full disk gets: for its lock and what the store needs to be opened. */
const SHARE = MIB
/** Milliseconds between two looks at a full disk, and from the start to the first. */
const CHECK_EVERY = 2_000

/** Bytes below which a disk is full for the store: SQLite says of what it maps only that it cannot be written. */
const NO_ROOM = 64 << 10

const reserveIn = (dataDir: string) => join(dataDir, 'reserve')
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Gives a share of the reserve to a start that has found the disk full; false where there is none. */
export function giveShare(dataDir: string): boolean {
  const file = reserveIn(dataDir)
  const size = sizeOf(file)
  if (size > 0) truncateSync(file, Math.max(0, size - SHARE))
  return size > 0
}

/** Whether the disk of a data directory is full. */
export function isDiskFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < NO_ROOM
}

export interface DiskReserveOptions {
  dataDir: string
  log: Log
  /** Gives space that the store no longer needs back to the disk. */
  shrink: () => Promise<void>
}

/**
 * Room on the disk for when it is full: a file of 16 MiB that is deleted then, as even a DELETE needs space. From
 * there until the file can be made again the store takes only writes that may use the reserve.
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

  /** Whether the disk is full, so that only the reserve is left. */
  get full() {
    return this.#full
  }

  /**
   * Makes the reserve where it is missing, or a share of it was given away, a little later: neither a start nor a
   * short command need wait for it.
   */
  open() {
    if (!this.#full && sizeOf(this.#file) < RESERVE) this.#later()
  }

  /** Gives up the reserve: a write has found the disk full. */
  lost() {
    if (this.#full) return
    this.#full = true
    rmSync(this.#file, { force: true })
    this.#options.log.error('The disk is full: only deletions are written until there is room again')
    this.#later()
  }

  async close() {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#making
  }

  #later() {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // The disk may become full while the reserve is being made: two would write the same file.
      this.#making = this.#making.then(() => this.#look())
    }, CHECK_EVERY)
    this.#timer.unref?.()
  }

  async #look() {
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
      // Once: what fails now will mostly fail again at the next look.
      if (!this.#warned)
        this.#options.log.warn('Room on the disk could not be set aside', { error: describeError(error) })
      this.#warned = true
    }
    // Without a reserve, but not yet full, is the state of a small disk from the start.
    if (this.#full) this.#later()
  }

  async #make() {
    const unfinished = `${this.#file}.part`
    try {
      const file = await open(unfinished, 'w', 0o600)
      try {
        // Random, because a file system that compresses would set nothing aside for zeros.
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
